import type { ReactNode } from 'react'
import * as namesText from '../../../core/text/names.js'
import { useActions } from '../../../ui/hooks/context.js'
import { Button } from '../../../ui/parts/button/Button.js'
import { Link } from '../../../ui/parts/link/Link.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { NamePage, type NamePageProps } from './NamePage.js'

type GivenNamePageProps = Omit<NamePageProps, 'children'> & {
  readonly name: string
  /** What leads on to the account. */
  readonly action: ReactNode
}

/** The name an account has. */
export function GivenNamePage({ name, action, ...page }: GivenNamePageProps) {
  const { navigate } = useActions()
  return (
    <NamePage {...page}>
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
        <Link href={namesText.choose.learnUrl}>{namesText.success.learn}</Link>
      </Stack>
    </NamePage>
  )
}
