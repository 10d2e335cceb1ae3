import * as namesText from '../../../core/text/names.js'
import type { ViewParams } from '../../../core/views.js'
import { useActions } from '../../../ui/hooks/context.js'
import { CheckIcon } from '../../../ui/icons/index.js'
import { Button } from '../../../ui/parts/button/Button.js'
import { Link } from '../../../ui/parts/link/Link.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { NamePage } from './NamePage.js'

export function NameSuccessView({
  params: { name },
}: {
  readonly params: ViewParams['RegisterAccountNameSuccess']
}) {
  const { navigate } = useActions()
  const { title, text, action, learn } = namesText.success
  return (
    <NamePage icon={CheckIcon} tone="good" title={title} text={text}>
      <p className="name-given" data-testid="account-name-registered">
        <bdi>{name}</bdi>
      </p>
      <Stack gap={8} align="center">
        <Button
          testId="name-success-button"
          onPress={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
        >
          {action}
        </Button>
        <Link href={namesText.choose.learnUrl}>{learn}</Link>
      </Stack>
    </NamePage>
  )
}
