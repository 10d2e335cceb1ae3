import { formatAmount } from '@latchkey/wire/amount'
import { toAccountId } from '@latchkey/wire/caip'
import { toPayAsset } from '@latchkey/wire/http/pay'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { refreshHoldings } from '../../../core/account/portfolio/loadHoldings.js'
import { goBack, navigate } from '../../../core/modal/actions/navigation.js'
import { notify, presentError } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/store.js'
import { callExchange } from '../../../core/pay/exchangeCalls.js'
import type { Exchange } from '../../../core/pay/payment.js'
import { PaymentError } from '../../../core/runtime/errors/pay.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Popup } from '../../../core/runtime/ports.js'
import * as fundText from '../../../core/text/fund.js'
import type { Widget } from '../../../core/widget.js'
import { type DepositContext, findDepositContext, keyOf } from '../depositAssets.js'
import { depositStoreOf } from '../store.js'

/** Ignores text that cannot be part of an amount: at most ten digits and six decimals. */
export function changeAmount(widget: Widget, { text }: { readonly text: string }): void {
  const amount = text.trim().replace(',', '.')
  if (/^\d{0,10}(\.\d{0,6})?$/.test(amount)) depositStoreOf(widget).set({ amount })
}

/** Chooses the token and goes back to the form. */
export function chooseAsset(widget: Widget, { token }: { readonly token: Holding }): void {
  depositStoreOf(widget).set({ assetKey: keyOf(token) })
  goBack(widget)
}

export type StartDepositParameters = {
  readonly exchange: Exchange
  readonly token: Holding
  /** Undefined without an amount. */
  readonly units: bigint | undefined
}

/**
 * Opens the exchange and follows the deposit to the visitor's own account. Call it inside the click:
 * browsers block windows opened later.
 */
export function startDeposit(
  widget: Widget,
  { exchange, token, units }: StartDepositParameters,
): void {
  const context = findDepositContext(widget)
  if (!context || depositStoreOf(widget).get().opening) return
  if (units === undefined) {
    void notify(widget, { variant: 'error', message: fundText.deposit.noAmount })
    return
  }
  const popup = widget.ports.page.openPopup('about:blank', {
    ...limits.exchangePopup,
    noOpener: true,
  })
  void deposit(widget, { context, exchange, token, units, popup })
}

/** Opens the page of the exchange that the browser blocked. Call it inside the click. */
export function openBlocked(widget: Widget): void {
  const { blocked } = depositStoreOf(widget).get()
  if (!blocked) return
  depositStoreOf(widget).set({ blocked: undefined })
  widget.ports.page.openLink(blocked.url, '_blank')
}

type Deposit = {
  readonly context: DepositContext
  readonly exchange: Exchange
  readonly token: Holding
  readonly units: bigint
  readonly popup: Popup | undefined
}

/** Never rejects: a failure is shown as a toast. */
async function deposit(widget: Widget, given: Deposit): Promise<void> {
  const { exchange, token, popup } = given
  const store = depositStoreOf(widget)
  const { inProgress, completed } = fundText.deposit
  try {
    store.set({ opening: exchange, blocked: undefined })
    const { url, sessionId } = await fetchUrl(widget, given)
    popup?.navigate(url)
    store.set({ opening: undefined, blocked: popup ? undefined : { exchange, url } })
    if (popup) void notify(widget, { variant: 'loading', message: inProgress })
    const isPaid = await waitForDeposit(widget, given, sessionId)
    store.set({ blocked: undefined })
    if (!isPaid) return
    await refreshHoldings(widget, { force: true, tokens: token.address ? [token.address] : [] })
    void notify(widget, { variant: 'success', message: completed })
    if (currentRoute(widget.stores.router.get()).view === 'PayWithExchange') {
      navigate(widget, { view: 'Account', params: undefined, how: 'reset' })
    }
  } catch (error) {
    store.set({ opening: undefined })
    presentError(widget, error)
  } finally {
    // The page of an exchange belongs to it, and cannot be closed from here.
    if (!popup?.hasLeft()) popup?.close()
  }
}

function fetchUrl(widget: Widget, { context, exchange, token, units }: Deposit) {
  const { account, network } = context
  return callExchange(
    widget,
    'reown_getExchangePayUrl',
    {
      exchangeId: exchange.id,
      asset: toPayAsset(network.id, token.address),
      amount: formatAmount(units, token.decimals),
      recipient: toAccountId(network.id, account.address),
    },
    { signal: widget.signal, source: 'fund-wallet' },
  )
}

/**
 * Whether the exchange has paid; false if nothing is known some time after its window was closed. A failed
 * read is repeated.
 */
async function waitForDeposit(
  widget: Widget,
  { exchange, popup }: Deposit,
  sessionId: string,
): Promise<boolean> {
  const { clock, log } = widget.ports
  const { signal } = widget
  const deadline = clock.now() + limits.paymentWait
  let pollsLeft = limits.depositPolls
  while (pollsLeft > 0 && clock.now() < deadline) {
    await clock.sleep(limits.depositPolling, signal)
    if (popup?.isClosed() !== false) pollsLeft -= 1
    const params = { exchangeId: exchange.id, sessionId }
    const options = { signal, source: 'fund-wallet' } as const
    const answer = await callExchange(widget, 'reown_getExchangeBuyStatus', params, options).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        log.warn('The state of a deposit could not be read', error)
      },
    )
    if (answer?.status === 'SUCCESS') return true
    if (answer?.status === 'FAILED') {
      throw new PaymentError('GENERIC_PAYMENT_ERROR', { message: fundText.deposit.failed })
    }
  }
  return false
}
