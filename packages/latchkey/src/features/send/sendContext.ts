import type { Account } from '../../core/connection/family.js'
import { connectedIn } from '../../core/connection/selectors.js'
import type { TransferReading } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { activeNetwork } from '../../core/network/store.js'
import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { UnsupportedChainError } from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'

/** From which account, and on which network. */
export type SendContext = { readonly account: Account; readonly network: Network }

export function placeOf(widget: Widget): SendContext | undefined {
  const account = connectedIn(widget)?.active
  const network = activeNetwork(widget.stores.network.get())
  return account && network && { account, network }
}

export function currentPlace(widget: Widget): SendContext {
  const place = placeOf(widget)
  if (!place) throw new NotConnectedError()
  return place
}

/** How transfers of the network's family are read. */
export async function transfersOf(widget: Widget, network: Network): Promise<TransferReading> {
  const adapter = await widget.families.get(network.namespace)?.loadAdapter()
  if (!adapter?.transfers) throw new UnsupportedChainError(network.id)
  return adapter.transfers
}
