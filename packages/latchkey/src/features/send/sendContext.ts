import { isSameAddress } from '@latchkey/wire/lookAlike'
import { type Holding, isNative } from '../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import type { Account } from '../../core/connection/family.js'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import type { Widget } from '../../core/widget.js'

/** The account that sends, and its network. */
export type SendContext = { readonly account: Account; readonly network: Network }

/** Undefined when no wallet is connected. */
export function findSendContext(widget: Widget): SendContext | undefined {
  const account = getConnection(widget)?.active
  const network = getActiveNetwork(widget.stores.network.get())
  return account && network && { account, network }
}

export function getSendContext(widget: Widget): SendContext {
  const context = findSendContext(widget)
  if (!context) throw new NotConnectedError()
  return context
}

/** Specification §5: names only on EVM networks that are no test networks. */
export function canHaveName({ namespace, isTestnet }: Network): boolean {
  return (namespace === 'eip155' || namespace === 'solana') && !isTestnet
}

/** The account's holdings as last loaded. */
export function getKnownHoldings(
  widget: Widget,
  { account, network }: SendContext,
): readonly Holding[] {
  const state = getPortfolio(widget).get({ address: account.address, network })
  return ('value' in state && state.value) || []
}

/** The holding of the same coin or token, with its latest balance. */
export function findHolding(
  holdings: readonly Holding[],
  token: Pick<Holding, 'address'>,
): Holding | undefined {
  return holdings.find((one) => isSameToken(one, token))
}

export function findCoin(holdings: readonly Holding[]): Holding | undefined {
  return holdings.find(isNative)
}

export function isSameToken(
  one: Pick<Holding, 'address'>,
  other: Pick<Holding, 'address'>,
): boolean {
  if (one.address === undefined || other.address === undefined) return one.address === other.address
  return isSameAddress(one.address, other.address)
}
