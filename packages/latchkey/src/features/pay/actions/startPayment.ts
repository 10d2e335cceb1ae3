import { isSuccess } from '../../../core/account/journal/inFlight.js'
import { getConnection } from '../../../core/connection/store.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { callExchange } from '../../../core/pay/exchangeCalls.js'
import type { Payment } from '../../../core/pay/payment.js'
import { isInProgress, noPayment, payStoreOf } from '../../../core/pay/store.js'
import { PaymentError } from '../../../core/runtime/errors/pay.js'
import * as limits from '../../../core/runtime/limits.js'
import * as payText from '../../../core/text/pay.js'
import type { Widget } from '../../../core/widget.js'
import { findPaymentEntries } from '../paymentEntry.js'
import { followEntry } from './payFromWallet.js'
import { endPayment, isPayShown, toConfiguration, updatePayment } from './payment.js'

export type StartPaymentParameters = { readonly payment: Payment }

/**
 * Makes it the widget's payment and opens its first view. A payment of the same id that was requested
 * before is followed instead. Returns the payment that is shown.
 */
export function startPayment(widget: Widget, { payment }: StartPaymentParameters): Payment {
  const store = payStoreOf(widget)
  const { payment: earlier, ...state } = store.get()
  if (earlier && isInProgress(state)) {
    if (payment.isNamed && earlier.id === payment.id) {
      openModal(widget, { route: { view: 'PayLoading' } })
      return earlier
    }
    // A visitor who has closed the modal does not have to wait for the end of the last payment.
    const canReplace = state.phase === 'exchange' || state.phase === 'confirming'
    if (!canReplace || isPayShown(widget)) {
      const message = payText.progress.otherPayment
      throw new PaymentError('UNABLE_TO_INITIATE_PAYMENT', { message })
    }
  }
  if (earlier) endPayment(widget, earlier)
  store.set({ ...noPayment, payment, phase: 'choosing', startedAt: widget.ports.clock.now() })
  watchModal(widget, payment)
  const isResumed = resumePayment(widget, payment)
  openModal(widget, { route: { view: isResumed ? 'PayLoading' : 'Pay' } })
  if (!isResumed) void loadExchanges(widget, payment)
  return payment
}

/** Follows what an earlier page or another tab has requested for this id. */
function resumePayment(widget: Widget, payment: Payment): boolean {
  if (!payment.isNamed) return false
  const entry = findPaymentEntries(widget, payment, { since: Number.POSITIVE_INFINITY }).find(
    (one) => isSuccess(one) || one.hash !== undefined || one.proposal !== undefined,
  )
  if (!entry) return false
  updatePayment(widget, payment, { phase: 'confirming', entryId: entry.id })
  void followEntry(widget, payment, entry.id)
  return true
}

async function loadExchanges(widget: Widget, payment: Payment): Promise<void> {
  const { assetId, amount, exchanges: filter } = payment
  const params = { page: 0, asset: assetId, amount, ...toLists(filter) }
  const { exchanges } = await callExchange(widget, 'reown_getExchanges', params, {
    signal: widget.signal,
  }).catch((error: unknown) => {
    widget.ports.log.warn('Exchanges could not be loaded', error)
    return { exchanges: [] }
  })
  updatePayment(widget, payment, { exchanges: exchanges.slice(0, limits.shownExchanges) })
  recordEvent(widget, {
    event: 'PAY_MODAL_OPEN',
    properties: {
      exchanges: exchanges.map(({ id }) => ({ id })),
      configuration: toConfiguration(payment),
    },
  })
}

function toLists({ includeOnly, exclude }: Payment['exchanges']) {
  return {
    ...(includeOnly && { includeOnly: [...includeOnly] }),
    ...(exclude && { exclude: [...exclude] }),
  }
}

/** Continues after Connect, and ends the payment when the visitor closes the modal. */
function watchModal(widget: Widget, payment: Payment): void {
  const { modal, router, connection } = widget.stores
  const store = payStoreOf(widget)
  const stops = [modal, router, connection, store].map((one) => one.subscribe(check))
  widget.signal.addEventListener('abort', stop)
  let wasOpen = false
  let isReturning = false

  function stop() {
    widget.signal.removeEventListener('abort', stop)
    for (const end of stops) end()
  }

  function check() {
    const state = store.get()
    if (state.payment !== payment || state.phase === 'paid' || state.phase === 'ended') {
      stop()
      return
    }
    const isOpen = modal.get().isOpen || widget.config.embedded
    if (isOpen) wasOpen = true
    if (isInProgress(state) || !wasOpen || isReturning) return
    if (state.isConnecting && getConnection(widget, payment.network.namespace)) {
      if (isOpen && !isHome(widget)) return
      isReturning = true
      returnToPayment(widget, payment)
      isReturning = false
    } else if (!isOpen) endPayment(widget, payment)
  }
}

/** Where a connection ends: with several wallets, or embedded in the page. */
function isHome(widget: Widget): boolean {
  const { view } = currentRoute(widget.stores.router.get())
  return view === 'Account' || view === 'ProfileWallets'
}

function returnToPayment(widget: Widget, payment: Payment): void {
  updatePayment(widget, payment, { isConnecting: false })
  openModal(widget, { route: { view: 'Pay' } })
  navigate(widget, { view: 'PayQuote' })
}
