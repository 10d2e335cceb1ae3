import type { ReactNode } from 'react'
import type { SocialProvider } from '../../../core/config/features.js'
import type { WidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as loginText from '../../../core/text/login.js'
import { MailIcon } from '../../../ui/icons/lazyIcons.js'
import { SocialLogo } from '../../../ui/icons/socialLogo.js'
import { ConnectingRing, type RingState } from '../../../ui/parts/ConnectingRing.js'
import { Stack } from '../../../ui/parts/Stack.js'

export type LoginAttemptProps = {
  readonly provider: SocialProvider | 'email'
  readonly state: RingState
  readonly title: string
  readonly status?: string | undefined
  /** The error message. */
  readonly reason?: string | undefined
  /** Buttons, the most useful first. */
  readonly children?: ReactNode
}

/** A log-in that is completed elsewhere: logo, instruction and status. */
export function LoginAttempt(props: LoginAttemptProps) {
  const { provider, state, title, status, reason, children } = props
  return (
    <div className="attempt">
      <ConnectingRing name={loginText.providerNames[provider]} state={state}>
        <span className="login-tile">
          {provider === 'email' ? (
            <MailIcon size={36} />
          ) : (
            <SocialLogo provider={provider} size={36} />
          )}
        </span>
      </ConnectingRing>
      <div className="attempt-words" role="status">
        <p className="attempt-title">{title}</p>
        {status && <p className={`attempt-text login-status-${state}`}>{status}</p>}
        {reason && <p className="attempt-text">{reason}</p>}
      </div>
      {children && <Stack gap={8}>{children}</Stack>}
    </div>
  )
}

/** Props of a failed attempt. */
export function toFailure(error: WidgetError | undefined) {
  return {
    state: 'error',
    status: loginText.endings[error?.code ?? ''] ?? loginText.social.failed,
    reason: error?.message,
  } as const
}

/** Props of an attempt that is accepted while the wallet loads. */
export const preparing = {
  state: 'waiting',
  title: loginText.connecting.title,
  status: loginText.connecting.text,
} as const
