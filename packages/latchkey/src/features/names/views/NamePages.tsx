import { Button } from '@latchkey/parts/Button'
import { CheckIcon, type Icon, icon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import type { ViewParams } from '../../../core/modal/views.js'
import * as namesText from '../../../core/text/names.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Link } from '../../../ui/parts/Link.js'
import { Stack } from '../../../ui/parts/Stack.js'

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
          onClick={() => {
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

export function NameSuccessView({
  params: { name },
}: {
  readonly params: ViewParams['RegisterAccountNameSuccess']
}) {
  const { title, text, action } = namesText.success
  return (
    <OwnNamePage
      icon={CheckIcon}
      tone="good"
      title={title}
      text={text}
      name={name}
      action={action}
    />
  )
}

type OwnNamePageProps = Omit<NamePageProps, 'children'> & {
  readonly name: string
  /** Label of the button that opens the account. */
  readonly action: ReactNode
}

/** Shows the account's name. */
export function OwnNamePage({ name, action, ...page }: OwnNamePageProps) {
  const { navigate } = useActions()
  return (
    <NamePage {...page}>
      <p className="name-given" data-testid="account-name-registered">
        <bdi>{name}</bdi>
      </p>
      <Stack gap={8} align="center">
        <Button
          testId="name-success-button"
          onClick={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
        >
          {action}
        </Button>
        <Link href={namesText.choose.learnUrl}>{namesText.success.learn}</Link>
      </Stack>
    </NamePage>
  )
}

type NamePageProps = {
  readonly icon: Icon
  readonly tone?: 'accent' | 'good'
  readonly title: ReactNode
  readonly text: string
  readonly children: ReactNode
}

/** An icon, a text and an action. */
function NamePage({ icon: Icon, tone = 'accent', title, text, children }: NamePageProps) {
  return (
    <div className="name-page">
      <span className={`name-sign name-sign-${tone}`}>
        <Icon size={32} />
      </span>
      <div className="name-words">
        <h2 className="name-title">{title}</h2>
        <p className="name-text">{text}</p>
      </div>
      {children}
    </div>
  )
}

export const NameIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 117.5-7.5v1.2a2.05 2.05 0 01-4.1 0V6.9M13.4 10a3.4 3.4 0 11-6.8 0 3.4 3.4 0 016.8 0',
)
