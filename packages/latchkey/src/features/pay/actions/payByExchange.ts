import { toAccountId } from '@latchkey/wire/caip'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { callExchange } from '../../../core/pay/exchangeCalls.js'
import type { Exchange, Payment } from '../../../core/pay/payment.js'
import { type ExchangeSession, isPayable, payStoreOf } from '../../../core/pay/store.js'
import { PaymentError } from '../../../core/runtime/errors/pay.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Popup } from '../../../core/runtime/ports.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import * as payText from '../../../core/text/pay.js'
import type { Widget } from '../../../core/widget.js'
import { describe } from '../paymentEntry.js'
import {
  completePayment,
  failPayment,
  recordPayment,
  toConfiguration,
  updatePayment,
} from './payment.js'

export type PayByExchangeParameters = { readonly exchange: Exchange }

/**
 * Opens the exchange and follows its payment. Call it inside the click: browsers block windows opened
 * later.
 */
export function payByExchange(widget: Widget, { exchange }: PayByExchangeParameters): void {
  const { payment, sessions, ...state } = payStoreOf(widget).get()
  if (!payment || !isPayable(state)) return
  const popup = payment.openInNewTab ? openExchangeWindow(widget) : undefined
  recordEvent(widget, {
    event: 'PAY_EXCHANGE_SELECTED',
    properties: {
      source: 'pay',
      exchange: { id: exchange.id },
      configuration: toConfiguration(payment),
      currentPayment: { type: 'exchange', exchangeId: exchange.id },
      headless: false,
    },
  })
  const session: ExchangeSession = { exchange }
  updatePayment(widget, payment, {
    phase: 'exchange',
    sessions: [session, ...sessions],
    error: undefined,
  })
  navigate(widget, { view: 'PayLoading' })
  void follow(widget, payment, session, popup)
}

/** Empty until the exchange's address is known. It cannot reach this page. */
function openExchangeWindow({ ports }: Widget): Popup | undefined {
  return ports.page.openPopup('about:blank', { ...limits.exchangePopup, noOpener: true })
}

async function follow(
  widget: Widget,
  payment: Payment,
  { exchange }: ExchangeSession,
  popup: Popup | undefined,
): Promise<void> {
  try {
    await assertNotPaidByExchange(widget)
    const { url, sessionId } = await fetchPayUrl(widget, payment, exchange)
    updateSession(widget, payment, { exchange, sessionId, url, isClosed: !popup })
    recordPayment(widget, 'PAY_INITIATED', payment)
    if (popup) popup.navigate(url)
    else if (!payment.openInNewTab) widget.ports.page.navigate(url)
    const paid = await waitForExchange(widget, payment, { exchange, sessionId, popup })
    if (!paid) return
    const result = { ...describe(payment), exchangeId: exchange.id, sessionId, hash: paid.hash }
    void completePayment(widget, payment, { ...result, method: 'exchange' })
  } catch (error) {
    failPayment(widget, payment, error)
  } finally {
    // The page of an exchange belongs to it, and cannot be closed from here.
    if (!popup?.hasLeft()) popup?.close()
  }
}

function fetchPayUrl(widget: Widget, payment: Payment, exchange: Exchange) {
  const { network, recipient, assetId: asset, amount } = payment
  return callExchange(
    widget,
    'reown_getExchangePayUrl',
    { exchangeId: exchange.id, asset, amount, recipient: toAccountId(network.id, recipient) },
    { signal: widget.signal },
  )
}

/** Replaces the newest session. */
function updateSession(widget: Widget, payment: Payment, session: ExchangeSession): void {
  const [, ...older] = payStoreOf(widget).get().sessions
  updatePayment(widget, payment, { sessions: [session, ...older] })
}

type WaitParameters = {
  readonly exchange: Exchange
  readonly sessionId: string
  readonly popup: Popup | undefined
}

/**
 * Undefined once it no longer matters. Goes on when the visitor chooses another way, because the exchange
 * may still pay. A failed read is repeated.
 */
async function waitForExchange(
  widget: Widget,
  payment: Payment,
  { exchange, sessionId, popup }: WaitParameters,
): Promise<{ readonly hash: string | undefined } | undefined> {
  const { clock, log } = widget.ports
  const late = () =>
    new PaymentError('GENERIC_PAYMENT_ERROR', { message: payText.progress.timeout })
  const options = { limit: limits.paymentWait, late, signal: widget.signal }
  return withTimeout(clock, options, async (signal) => {
    while (true) {
      await clock.sleep(limits.paymentPolling, signal)
      const state = payStoreOf(widget).get()
      const isOver = state.phase === 'paid' || state.phase === 'ended'
      if (state.payment !== payment || isOver) return undefined
      const [newest] = state.sessions
      const isCurrent = state.phase === 'exchange' && newest?.sessionId === sessionId
      if (isCurrent && popup?.isClosed() && !newest.isClosed) {
        updateSession(widget, payment, { ...newest, isClosed: true })
      }
      const answer = await fetchStatus(widget, { exchange, sessionId, signal }).catch((error) => {
        signal.throwIfAborted()
        log.warn('The status of a payment could not be read', error)
      })
      if (answer?.status === 'SUCCESS') return { hash: answer.txHash ?? undefined }
      if (answer?.status === 'FAILED') {
        if (!isCurrent) return undefined
        const message = payText.progress.exchangeFailed
        throw new PaymentError('GENERIC_PAYMENT_ERROR', { message })
      }
    }
  })
}

type FetchStatusParameters = {
  readonly exchange: Exchange
  readonly sessionId: string
  readonly signal: AbortSignal
}

function fetchStatus(widget: Widget, { exchange, sessionId, signal }: FetchStatusParameters) {
  const params = { exchangeId: exchange.id, sessionId }
  return callExchange(widget, 'reown_getExchangeBuyStatus', params, { signal })
}

/** Opens the window of the exchange again. Call it inside the click. */
export function openExchangeAgain(widget: Widget): void {
  const { payment, sessions } = payStoreOf(widget).get()
  const [session] = sessions
  if (!payment || !session?.url) return
  widget.ports.page.openLink(session.url, '_blank')
}

/** Goes back to the ways to pay. */
export function leaveExchange(widget: Widget): void {
  const { payment, phase } = payStoreOf(widget).get()
  if (!payment || phase !== 'exchange') return
  updatePayment(widget, payment, { phase: 'choosing' })
  navigate(widget, { view: 'Pay', how: 'reset' })
}

/** Throws if an exchange has paid. Without an answer it may have. */
export async function assertNotPaidByExchange(widget: Widget): Promise<void> {
  const { sessions } = payStoreOf(widget).get()
  const { signal } = widget
  for (const { exchange, sessionId } of sessions) {
    if (sessionId === undefined) continue
    const { status } = await fetchStatus(widget, { exchange, sessionId, signal })
    if (status === 'SUCCESS') {
      const message = payText.progress.alreadyPaid
      throw new PaymentError('GENERIC_PAYMENT_ERROR', { message })
    }
  }
}
