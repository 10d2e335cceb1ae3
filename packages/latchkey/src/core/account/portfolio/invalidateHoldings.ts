import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../connection/store.js'
import type { Network } from '../../network/network.js'
import { getActiveNetwork } from '../../network/store.js'
import type { Widget } from '../../widget.js'
import { getBalances } from '../balance.js'
import { getPortfolio } from './portfolio.js'

/** Reloads cached balances and holdings of an account after a transaction. */
export function invalidateHoldings(
  widget: Widget,
  key: { readonly address: string; readonly network: Network },
): void {
  const balance = getBalances(widget)
  const portfolio = getPortfolio(widget)
  if (balance.get(key).status !== 'absent') void balance.refresh(key)
  if (portfolio.get(key).status !== 'absent') void portfolio.refresh({ ...key, forceUpdate: true })
}

export function invalidateActiveHoldings(widget: Widget, namespace: Namespace): void {
  const address = getConnection(widget, namespace)?.active.address
  const network = getActiveNetwork(widget.stores.network.get(), namespace)
  if (address !== undefined && network) invalidateHoldings(widget, { address, network })
}
