import { emailAddress } from '@latchkey/wire/frame/requests'
import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { openLoginConnector } from '../../../core/login/openLoginConnector.js'
import { goBack, navigate } from '../../../core/modal/actions/navigation.js'
import { presentError } from '../../../core/modal/actions/notify.js'
import { withBusy } from '../../../core/modal/busy.js'
import { currentRoute } from '../../../core/modal/store.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { InvalidEmailError } from '../../../core/runtime/errors/login.js'
import { isWidgetError, type WidgetError } from '../../../core/runtime/errors/WidgetError.js'
import { safeParse } from '../../../core/runtime/safeParse.js'
import type { Widget } from '../../../core/widget.js'
import { isGivenUp } from '../loginErrors.js'
import { loginFlow } from '../store.js'
import { checkCooldown, startCooldown } from './emailCooldown.js'
import { concludeLogin } from './finishLogin.js'

export type LogInByEmailParameters = { readonly email: string }

/** From an address to a connected wallet. Never rejects: the flow's store tells how it went. */
export async function logInByEmail(
  widget: Widget,
  parameters: LogInByEmailParameters,
): Promise<void> {
  const flow = loginFlow(widget)
  const email = parameters.email.trim()
  try {
    await withBusy(widget, 'login', () =>
      withAttempt(widget, 'login', (signal) => run(widget, email, signal)),
    )
    flow.set({ emailStep: 'idle' })
    finishConnecting(widget)
  } catch (error) {
    // A newer attempt has the stage already.
    if (!widget.attempts.has('login')) conclude(widget, error)
  }
}

async function run(widget: Widget, email: string, signal: AbortSignal): Promise<void> {
  const flow = loginFlow(widget)
  flow.set({ email, emailStep: 'sending', emailError: undefined, update: undefined })
  if (!safeParse(emailAddress, email)) throw new InvalidEmailError()
  checkCooldown(widget)
  const connector = await openLoginConnector(widget)
  const { action } = await connector.request('CONNECT_EMAIL', { email }, { signal })
  recordEvent(widget, { event: 'EMAIL_SUBMITTED' })
  if (action !== 'CONNECT') {
    startCooldown(widget)
    if (action === 'VERIFY_DEVICE') await approveDevice(widget, connector, signal)
    recordEvent(widget, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
    await enterCode(widget, connector, signal)
  }
  flow.set({ emailStep: 'connecting' })
  await concludeLogin(widget, { signal })
}

async function approveDevice(
  widget: Widget,
  connector: LoginConnector,
  signal: AbortSignal,
): Promise<void> {
  loginFlow(widget).set({ emailStep: 'device' })
  navigate(widget, { view: 'EmailVerifyDevice', params: undefined })
  await connector.request('CONNECT_DEVICE', undefined, { signal })
  recordEvent(widget, { event: 'DEVICE_REGISTERED_FOR_EMAIL' })
}

/** The code is typed in the frame, which answers when it was right. */
async function enterCode(
  widget: Widget,
  connector: LoginConnector,
  signal: AbortSignal,
): Promise<void> {
  loginFlow(widget).set({ emailStep: 'code' })
  const isAtDevice = currentRoute(widget.stores.router.get()).view === 'EmailVerifyDevice'
  navigate(widget, {
    view: 'EmailVerifyOtp',
    params: undefined,
    how: isAtDevice ? 'replace' : 'push',
  })
  try {
    await connector.request('CONNECT_OTP', {}, { signal })
    recordEvent(widget, { event: 'EMAIL_VERIFICATION_CODE_PASS' })
  } catch (error) {
    if (!isGivenUp(error)) {
      const message = error instanceof Error ? error.message : String(error)
      recordEvent(widget, { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message } })
    }
    throw error
  }
}

const codeViews: readonly string[] = ['EmailVerifyOtp', 'EmailVerifyDevice']

function conclude(widget: Widget, error: unknown): void {
  const flow = loginFlow(widget)
  const isAtCode = codeViews.includes(currentRoute(widget.stores.router.get()).view)
  if (isGivenUp(error)) {
    flow.set({ emailStep: 'idle', emailError: undefined })
    if (isAtCode) goBack(widget)
    return
  }
  const emailError = toWidgetError(error)
  flow.set({ emailStep: 'idle', emailError })
  // The code's views and the form show their own; anything else is said in passing.
  if (!isAtCode && !isInvalid(emailError)) presentError(widget, emailError)
}

function isInvalid(error: WidgetError): boolean {
  return isWidgetError(error, 'login/invalid-email')
}
