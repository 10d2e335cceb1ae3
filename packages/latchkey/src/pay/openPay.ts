import { getPageInstance } from '../boot/instances.js'
import type { Latchkey } from '../boot/latchkey.js'
import type { Payment, PaymentOptions, PaymentResult } from '../core/pay/payment.js'
import { isInProgress, payStateOf } from '../core/pay/store.js'
import { subscribeSiteListener } from '../core/runtime/createStore.js'
import { PaymentError, type PaymentErrorCode } from '../core/runtime/errors/pay.js'
import * as payText from '../core/text/pay.js'
import type { Widget } from '../core/widget.js'
import { parsePayment } from './parsePayment.js'

/** The widget of a call: the one given, or the page's. */
export function getPayInstance(latchkey: Latchkey | undefined) {
  const instance = getPageInstance(latchkey)
  if (instance) return instance
  const message = 'Call `createLatchkey` before taking payments'
  throw new PaymentError('UNABLE_TO_INITIATE_PAYMENT', { message })
}

/**
 * Opens the modal for a payment. Resolves once it is open. Rejects with a `PaymentError` if an option is
 * wrong or another payment is in progress.
 *
 * @example
 * await openPay({ paymentAsset: baseUSDC, recipient: '0x…', amount: '12.50', id: order.id })
 */
export async function openPay(options: PaymentOptions, latchkey?: Latchkey): Promise<void> {
  await startPay(options, latchkey)
}

/** `openPay` with the payment it opened, for hooks. */
export async function startPay(
  options: PaymentOptions,
  latchkey: Latchkey | undefined,
): Promise<{ readonly widget: Widget; readonly payment: Payment }> {
  const { widget, host } = getPayInstance(latchkey)
  if (!widget.stores.settings.get().features.pay) {
    const message = 'Payments are off. Create the widget with `features: { pay: true }`'
    throw new PaymentError('INVALID_PAYMENT_CONFIG', { message })
  }
  const payment = await parsePayment(widget, options)
  const [{ startPayment }] = await Promise.all([
    import('../features/pay/actions/startPayment.js'),
    host.fetch(),
  ])
  const started = startPayment(widget, { payment })
  await host.mount()
  return { widget, payment: started }
}

/** The outcome of `pay`. */
export type PayOutcome =
  | { readonly success: true; readonly result: PaymentResult }
  | { readonly success: false; readonly error: string; readonly code: PaymentErrorCode }

/**
 * Opens the modal for a payment and waits for its end: paid, closed by the visitor, or no result within
 * the limit. A request that is already in the wallet can still be paid after the limit, so treat the
 * outcome as a hint and verify payments on your server.
 */
export async function pay(
  options: PaymentOptions,
  timeoutMs = 300_000,
  latchkey?: Latchkey,
): Promise<PayOutcome> {
  const { widget, payment } = await startPay(options, latchkey)
  const done = new AbortController()
  const timeout = widget.ports.clock
    .sleep(timeoutMs, AbortSignal.any([done.signal, widget.signal]))
    .then(async () => {
      const { expirePayment } = await import('../features/pay/actions/payment.js')
      expirePayment(widget, { payment })
      return toOutcome(widget, payment) ?? toFailure(payText.progress.timeout)
    })
  try {
    return await Promise.race([waitForOutcome(widget, payment, done.signal), timeout])
  } finally {
    done.abort()
    timeout.catch(() => undefined)
  }
}

function waitForOutcome(
  widget: Widget,
  payment: Payment,
  signal: AbortSignal,
): Promise<PayOutcome> {
  return new Promise((resolve) => {
    const check = () => {
      const outcome = toOutcome(widget, payment)
      if (outcome) resolve(outcome)
    }
    const stop = payStateOf(widget).subscribe(check)
    signal.addEventListener('abort', stop, { once: true })
    check()
  })
}

/** Undefined until the payment has ended. */
function toOutcome(widget: Widget, payment: Payment): PayOutcome | undefined {
  const { payment: current, phase, result, error } = payStateOf(widget).get()
  if (current !== payment) return toFailure(payText.progress.otherPayment)
  if (result) return { success: true, result }
  if (phase !== 'ended') return undefined
  return toFailure(error?.message ?? payText.progress.cancelled, error?.code)
}

function toFailure(error: string, code: PaymentErrorCode = 'GENERIC_PAYMENT_ERROR'): PayOutcome {
  return { success: false, error, code }
}

/** The public state of the widget's payment. */
export type PayStatus = {
  /** The wallet or an exchange has the payment. */
  readonly isPaymentInProgress: boolean
  /** The id of the current payment, or of the last. */
  readonly currentPayment: { readonly id: string } | undefined
  readonly isEnded: boolean
  readonly result: PaymentResult | undefined
  readonly error: PaymentError | undefined
}

/** The state of the current payment, or of the last. */
export function getPayStatus(latchkey?: Latchkey): PayStatus {
  const state = payStateOf(getPayInstance(latchkey).widget).get()
  const { payment, result, error, phase } = state
  return {
    isPaymentInProgress: isInProgress(state),
    currentPayment: payment && { id: payment.id },
    isEnded: phase === 'ended' || phase === 'paid',
    result,
    error,
  }
}

/** Calls back at once and whenever the state of the payment changes. Returns a function that stops it. */
export function subscribePay(
  listener: (status: PayStatus) => void,
  latchkey?: Latchkey,
): () => void {
  const { widget, latchkey: owner } = getPayInstance(latchkey)
  return subscribeSiteListener(
    widget,
    [payStateOf(widget)],
    () => getPayStatus(owner),
    (status) => listener(status),
  )
}

/** The last payment that was made; undefined while another one is open. */
export function getPayResult(latchkey?: Latchkey): PaymentResult | undefined {
  return getPayStatus(latchkey).result
}

/** Why the payment failed, most recently. */
export function getPayError(latchkey?: Latchkey): PaymentError | undefined {
  return getPayStatus(latchkey).error
}

/** Whether the wallet or an exchange has a payment. */
export function getIsPaymentInProgress(latchkey?: Latchkey): boolean {
  return getPayStatus(latchkey).isPaymentInProgress
}
