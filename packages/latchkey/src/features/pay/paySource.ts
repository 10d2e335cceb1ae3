import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import type { Account } from '../../core/connection/family.js'
import { getConnection } from '../../core/connection/store.js'
import { hasSwaps } from '../../core/network/swapNetworks.js'
import type { Payment } from '../../core/pay/payment.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { SwapQuote } from '../swap/store.js'

/** Another token that pays: it is swapped for the asked one first. */
export type PaySource = {
  readonly payment: Payment
  readonly account: Account
  readonly token: Holding
  /** Undefined while it loads, or if there is none. */
  readonly quote: SwapQuote | undefined
  /** Swap and payment are one request to the wallet. */
  readonly isBatch: boolean
  /** Why the token cannot pay. */
  readonly error: unknown
}

type PaySourceState = { readonly source: PaySource | undefined }

/** For actions. Views take `paySourceStateOf`. */
export function paySourceStoreOf(widget: Widget): Store<PaySourceState> {
  return getOrCreate(widget, createPaySourceStore)
}

export function paySourceStateOf(widget: Widget): ReadableStore<PaySourceState> {
  return paySourceStoreOf(widget)
}

function createPaySourceStore(): Store<PaySourceState> {
  return createStore<PaySourceState>({ source: undefined })
}

/** The chosen token; undefined if the asked one pays, or after a change of payment or account. */
export function findPaySource(widget: Widget, payment: Payment): PaySource | undefined {
  const { source } = paySourceStoreOf(widget).get()
  const address = getConnection(widget, payment.network.namespace)?.active.address ?? ''
  const isCurrent = source?.payment === payment && isSameAddress(source.account.address, address)
  return isCurrent ? source : undefined
}

/** Whether another token could pay: the network has swaps and the wallet can call contracts. */
export function canSwapToPay({ ports, stores, sessions }: Widget, { network }: Payment): boolean {
  return (
    ports.provider !== undefined &&
    stores.settings.get().remoteFeatures.swaps !== false &&
    network.namespace === 'eip155' &&
    hasSwaps(network, stores.settings.get().remoteFeatures) &&
    sessions.get(network.namespace)?.sendCalls !== undefined
  )
}

/** What else the account owns on the network of the payment, as last loaded. */
export function findOtherTokens(widget: Widget, payment: Payment): readonly Holding[] {
  const { network, token } = payment
  const account = getConnection(widget, network.namespace)?.active
  if (!account || !canSwapToPay(widget, payment)) return []
  const state = getPortfolio(widget).get({ address: account.address, network })
  const owned = ('value' in state && state.value) || []
  return owned.filter(
    ({ units, address }) => units > 0n && !isSameAddress(address ?? '', token.address ?? ''),
  )
}

/** The price is known, acceptable and within the balance. */
export function isSourceReady({ quote, error }: PaySource): boolean {
  return quote !== undefined && error === undefined
}

/** The asked token, as swaps take it. */
export function toHolding({ network, token }: Payment): Holding {
  const { address, name, symbol, decimals, icon } = token
  return {
    networkId: network.id,
    name,
    symbol,
    decimals,
    units: 0n,
    ...(address !== undefined && { address }),
    ...(icon !== undefined && { icon }),
  }
}
