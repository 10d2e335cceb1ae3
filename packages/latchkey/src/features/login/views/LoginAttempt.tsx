import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import type { SocialProvider } from '../../../core/config/features.js'
import { currentRoute } from '../../../core/modal/store.js'
import type { WidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as loginText from '../../../core/text/login.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { MailIcon } from '../../../ui/icons/lazyIcons.js'
import { SocialLogo } from '../../../ui/icons/socialLogo.js'
import { ConnectingRing, type RingState } from '../../../ui/parts/ConnectingRing.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
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

/** A view that the login frame renders, with a skeleton until it does. */
export function FrameScreen() {
  const { login } = useWidget().stores
  const isPending = useStore(login, (state) => state.screenHeight === 0)
  return (
    <>
      <FrameSlot />
      {isPending && (
        <div className="pending">
          <Skeleton kind="row" count={3} />
        </div>
      )}
    </>
  )
}

/**
 * Shows the login frame at the height it requests, up to the height of the card; the frame scrolls inside.
 * Also mounted while the frame is empty, so that it can measure itself.
 */
export function FrameSlot() {
  const { stores } = useWidget()
  const height = useStore(stores.login, (state) => state.screenHeight)
  const isCurrent = useIsCurrent()
  const slot = useRef<HTMLSlotElement>(null)
  const isShown = height > 0

  useEffect(() => {
    const [frame] = slot.current?.assignedElements() ?? []
    if (isShown && frame instanceof HTMLElement) frame.focus({ preventScroll: true })
  }, [isShown])

  return (
    <>
      <div className="frame-space" style={{ blockSize: height }} />
      <div className="frame-screen" data-shown={isShown || undefined}>
        {isCurrent && <slot ref={slot} name="latchkey-login" />}
        {isShown && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only forwards the focus
          <span tabIndex={focusable} onFocus={wrapFocus} />
        )}
      </div>
    </>
  )
}

/** An element after the frame, so that Tab leaves its last control. */
const focusable = 0

/** Moves the focus to the first button of the card, or from there back into the frame. */
function wrapFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  const root = currentTarget.getRootNode() as ShadowRoot
  const [frame] = root.querySelector('slot')?.assignedElements() ?? []
  const first = root.querySelector('button')
  const next = relatedTarget === first ? frame : first
  if (next instanceof HTMLElement) next.focus()
}

/** During a transition two views have a slot; the frame belongs to the newer one. */
function useIsCurrent(): boolean {
  const { modal, router } = useWidget().stores
  const shownIn = useRef(currentRoute(router.get()).view)
  const isCurrent = useStore(router, (state) => currentRoute(state).view === shownIn.current)
  const isOpen = useStore(modal, (state) => state.isOpen)
  return isCurrent || !isOpen
}
