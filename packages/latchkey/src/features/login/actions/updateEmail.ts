import { emailAddress } from '@latchkey/wire/frame/requests'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { withBusy } from '../../../core/modal/actions/withBusy.js'
import { currentRoute } from '../../../core/modal/store.js'
import type { Route } from '../../../core/modal/views.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { InvalidEmailError, NotLoggedInError } from '../../../core/runtime/errors/login.js'
import type { Widget } from '../../../core/widget.js'
import { isCancelled } from '../loginErrors.js'
import { type EmailUpdate, loginFlow } from '../store.js'
import { startCooldown } from './emailCooldown.js'

export type UpdateEmailParameters = { readonly email: string }

/**
 * Changes the email address: verifies the current one, then the new one. Never rejects: errors are in the
 * store.
 */
export async function updateEmail(
  widget: Widget,
  parameters: UpdateEmailParameters,
): Promise<void> {
  const flow = loginFlow(widget)
  const email = parameters.email.trim()
  recordEvent(widget, { event: 'EMAIL_EDIT' })
  flow.set({ update: { email, step: 'sending', error: undefined }, emailError: undefined })
  try {
    await withBusy(widget, 'email-update', () =>
      withAttempt(widget, 'email-update', (signal) => run(widget, email, signal)),
    )
    flow.set({ update: undefined })
    leaveViews(widget, ({ view }) => !view.startsWith('UpdateEmail'))
  } catch (error) {
    if (!widget.attempts.has('email-update')) handleError(widget, email, error)
  }
}

async function run(widget: Widget, email: string, signal: AbortSignal): Promise<void> {
  const { login } = widget.stores
  if (!safeParse(emailAddress, email)) throw new InvalidEmailError()
  if (!login.get().user) throw new NotLoggedInError()
  const connector = await openLoginConnector(widget)
  const { action } = await connector.request('UPDATE_EMAIL', { email }, { signal })
  startCooldown(widget)
  if (action === 'VERIFY_PRIMARY_OTP') {
    show(widget, email, 'primary')
    await connector.request('UPDATE_EMAIL_PRIMARY_OTP', {}, { signal })
  }
  show(widget, email, 'secondary')
  const { newEmail } = await connector.request('UPDATE_EMAIL_SECONDARY_OTP', {}, { signal })
  login.set(({ user }) => ({ user: user && { ...user, email: newEmail } }))
  widget.ports.storage.set('@appkit-wallet/EMAIL', newEmail)
  // The session carries the address to everything that shows it.
  await connector.refresh(signal)
}

function show(widget: Widget, email: string, step: 'primary' | 'secondary'): void {
  const update: EmailUpdate = { email, step, error: undefined }
  loginFlow(widget).set({ update })
  const isInFlow = currentRoute(widget.stores.router.get()).view === 'UpdateEmailPrimaryOtp'
  navigate(widget, {
    view: step === 'primary' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
    params: undefined,
    how: isInFlow ? 'replace' : 'push',
  })
}

/** Removes the views of this flow from the history. */
function leaveViews({ stores: { router } }: Widget, isKept: (route: Route) => boolean): void {
  const { history } = router.get()
  const [first = { view: 'Account', params: undefined }, ...rest] = history.filter(isKept)
  if (rest.length + 1 < history.length) router.set({ history: [first, ...rest], direction: 'prev' })
}

function handleError(widget: Widget, email: string, error: unknown): void {
  const flow = loginFlow(widget)
  if (isCancelled(error)) {
    flow.set({ update: undefined })
    leaveViews(widget, ({ view }) => !/^UpdateEmail.*Otp$/.test(view))
    return
  }
  const shown = toWidgetError(error)
  flow.set({ update: { email, step: 'form', error: shown } })
}
