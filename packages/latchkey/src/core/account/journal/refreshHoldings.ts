import type { Namespace } from '@latchkey/wire/caip'
import { connectedIn } from '../../connection/store.js'
import type { Network } from '../../network/network.js'
import { activeNetwork } from '../../network/store.js'
import type { Widget } from '../../widget.js'
import { resourcesOf } from '../balance.js'
import { portfolioOf } from '../portfolio/portfolio.js'

/** The account has something else now: what was known of it is asked for again. */
export function refreshHoldings(
  widget: Widget,
  key: { readonly address: string; readonly network: Network },
): void {
  const { balance } = resourcesOf(widget)
  const portfolio = portfolioOf(widget)
  if (balance.get(key).status !== 'absent') void balance.refresh(key)
  if (portfolio.get(key).status !== 'absent') void portfolio.refresh({ ...key, forceUpdate: true })
}

export function refreshActive(widget: Widget, namespace: Namespace): void {
  const address = connectedIn(widget, namespace)?.active.address
  const network = activeNetwork(widget.stores.network.get(), namespace)
  if (address !== undefined && network) refreshHoldings(widget, { address, network })
}
