import { emailAddress } from '@latchkey/wire/frame/requests'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { goBack, navigate } from '../../../core/modal/actions/navigation.js'
import { presentError } from '../../../core/modal/actions/notify.js'
import { withBusy } from '../../../core/modal/actions/withBusy.js'
import { currentRoute } from '../../../core/modal/store.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { InvalidEmailError } from '../../../core/runtime/errors/login.js'
import { isWidgetError, type WidgetError } from '../../../core/runtime/errors/WidgetError.js'
import type { Widget } from '../../../core/widget.js'
import { isCancelled } from '../loginErrors.js'
import { loginFlow } from '../store.js'
import { assertCooldownOver, startCooldown } from './emailCooldown.js'
import { finishLogin } from './finishLogin.js'

export type LogInByEmailParameters = { readonly email: string }

/** Logs in by email and connects. Never rejects: errors are in the store. */
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
    // A newer attempt has replaced this one.
    if (!widget.attempts.has('login')) handleError(widget, error)
  }
}

async function run(widget: Widget, email: string, signal: AbortSignal): Promise<void> {
  const flow = loginFlow(widget)
  flow.set({ email, emailStep: 'sending', emailError: undefined, update: undefined })
  if (!safeParse(emailAddress, email)) throw new InvalidEmailError()
  assertCooldownOver(widget)
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
  await finishLogin(widget, { signal })
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

/** The code is entered in the frame, which responds once it is correct. */
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
    if (!isCancelled(error)) {
      const message = error instanceof Error ? error.message : String(error)
      recordEvent(widget, { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message } })
    }
    throw error
  }
}

const codeViews: readonly string[] = ['EmailVerifyOtp', 'EmailVerifyDevice']

function handleError(widget: Widget, error: unknown): void {
  const flow = loginFlow(widget)
  const isAtCode = codeViews.includes(currentRoute(widget.stores.router.get()).view)
  if (isCancelled(error)) {
    flow.set({ emailStep: 'idle', emailError: undefined })
    if (isAtCode) goBack(widget)
    return
  }
  const emailError = toWidgetError(error)
  flow.set({ emailStep: 'idle', emailError })
  // The code views and the form show their own errors; others are a toast.
  if (!isAtCode && !isInvalid(emailError)) presentError(widget, emailError)
}

function isInvalid(error: WidgetError): boolean {
  return isWidgetError(error, 'login/invalid-email')
}
