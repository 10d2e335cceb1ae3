import { getConnection } from '../../../core/connection/store.js'
import * as namesText from '../../../core/text/names.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Button } from '../../../ui/parts/button/Button.js'
import { Link } from '../../../ui/parts/link/Link.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { NameIcon, NamePage } from './NamePage.js'

export function ChooseNameView() {
  const { navigate, recordEvent } = useActions()
  const isSmartAccount = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget)?.active.type === 'smartAccount',
  )
  const { title, text, action, learn, learnUrl } = namesText.choose
  return (
    <NamePage icon={NameIcon} title={title} text={text}>
      <Stack gap={8} align="center">
        <Button
          testId="choose-name-button"
          onPress={() => {
            recordEvent({ event: 'OPEN_ENS_FLOW', properties: { isSmartAccount } })
            navigate({ view: 'RegisterAccountName', params: undefined })
          }}
        >
          {action}
        </Button>
        <Link href={learnUrl}>{learn}</Link>
      </Stack>
    </NamePage>
  )
}
