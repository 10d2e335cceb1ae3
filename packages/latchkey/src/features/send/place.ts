import { NotConnectedError } from '../../core/errors/connection.js'
import { UnsupportedChainError } from '../../core/errors/send.js'
import type { Account } from '../../core/family.js'
import type { Network } from '../../core/network.js'
import { connectedIn } from '../../core/selectors.js'
import { activeNetwork } from '../../core/stores/network.js'
import type { TransferReading } from '../../core/transfer.js'
import type { Widget } from '../../core/widget.js'

/** From which account, and on which network. */
export type Place = { readonly account: Account; readonly network: Network }

export function placeOf(widget: Widget): Place | undefined {
  const account = connectedIn(widget)?.active
  const network = activeNetwork(widget.stores.network.get())
  return account && network && { account, network }
}

export function currentPlace(widget: Widget): Place {
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
