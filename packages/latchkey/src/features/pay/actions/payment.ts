import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { closeModal } from '../../../core/modal/actions/navigation.js'
import type { ViewName } from '../../../core/modal/views.js'
import type { Payment, PaymentResult } from '../../../core/pay/payment.js'
import { isInProgress, type PayState, payStoreOf } from '../../../core/pay/store.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { PaymentError } from '../../../core/runtime/errors/pay.js'
import * as limits from '../../../core/runtime/limits.js'
import * as payText from '../../../core/text/pay.js'
import type { Widget } from '../../../core/widget.js'
import { describe } from '../paymentEntry.js'

/** Does nothing if a newer payment has replaced this one. */
export function updatePayment(widget: Widget, payment: Payment, change: Partial<PayState>): void {
  payStoreOf(widget).set((state) => (state.payment === payment ? change : {}))
}

type PayEvent = 'PAY_INITIATED' | 'PAY_SUCCESS' | 'PAY_ERROR'

/** Public surface §5.1. */
export function recordPayment(
  widget: Widget,
  event: PayEvent,
  payment: Payment,
  more: { readonly message?: string } = {},
): void {
  const { sessions } = payStoreOf(widget).get()
  const [session] = sessions
  recordEvent(widget, {
    ...(event === 'PAY_ERROR' && { type: 'error' }),
    event,
    properties: {
      source: 'pay',
      paymentId: payment.id,
      configuration: toConfiguration(payment),
      currentPayment: session
        ? { type: 'exchange', exchangeId: session.exchange.id, sessionId: session.sessionId }
        : { type: 'wallet' },
      ...more,
    },
  })
}

export function toConfiguration(payment: Payment) {
  const { network, asset, amount, recipient } = describe(payment)
  return { network, asset, amount, recipient }
}

const payViews: readonly ViewName[] = ['Pay', 'PayQuote', 'PaySelectToken', 'PayLoading']

/** A view of payments is shown, or waits below a confirmation. */
export function isPayShown(widget: Widget): boolean {
  const { modal, router } = widget.stores
  const isOpen = modal.get().isOpen || widget.config.embedded
  return isOpen && router.get().history.some(({ view }) => payViews.includes(view))
}

/** Shows the success for a moment, then closes the modal and leaves for the site's page. */
export async function completePayment(
  widget: Widget,
  payment: Payment,
  result: PaymentResult,
): Promise<void> {
  const store = payStoreOf(widget)
  if (store.get().payment !== payment || store.get().phase === 'paid') return
  updatePayment(widget, payment, { phase: 'paid', result, error: undefined })
  recordPayment(widget, 'PAY_SUCCESS', payment)
  const { clock, page } = widget.ports
  await clock.sleep(limits.paidPause, widget.signal)
  if (store.get().payment === payment && isPayShown(widget)) closeModal(widget)
  if (payment.redirectUrl) page.navigate(payment.redirectUrl.success)
}

/** Shows why the payment failed. The visitor may try again until the modal closes. */
export function failPayment(widget: Widget, payment: Payment, cause: unknown): void {
  const error = toPaymentError(cause)
  updatePayment(widget, payment, { phase: 'failed', error, entryId: undefined })
  recordPayment(widget, 'PAY_ERROR', payment, { message: error.message })
  if (!isPayShown(widget)) endPayment(widget, payment, error)
}

/** Nothing more can be paid. Does nothing while the payment is in progress. */
export function endPayment(widget: Widget, payment: Payment, error?: PaymentError): void {
  const state = payStoreOf(widget).get()
  const isOver = state.phase === 'paid' || state.phase === 'ended'
  if (state.payment !== payment || isInProgress(state) || isOver) return
  const cancelled = () =>
    new PaymentError('GENERIC_PAYMENT_ERROR', { message: payText.progress.cancelled })
  updatePayment(widget, payment, {
    phase: 'ended',
    isConnecting: false,
    error: error ?? state.error ?? cancelled(),
  })
  if (isPayShown(widget)) closeModal(widget)
  const { failure } = payment.redirectUrl ?? {}
  if (failure !== undefined) widget.ports.page.navigate(failure)
}

/** For the limit of `pay`. */
export function expirePayment(widget: Widget, { payment }: { readonly payment: Payment }): void {
  const message = payText.progress.timeout
  endPayment(widget, payment, new PaymentError('GENERIC_PAYMENT_ERROR', { message }))
}

export function toPaymentError(error: unknown): PaymentError {
  if (error instanceof PaymentError) return error
  const { message } = toWidgetError(error)
  return new PaymentError('GENERIC_PAYMENT_ERROR', { message, cause: error })
}
