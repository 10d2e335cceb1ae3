import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { claimNamespaces } from './claims.js'

export type DisconnectParameters = {
  /** One chain family; all of them when absent. */
  readonly namespace?: Namespace | undefined
  /** One connector; all of them when absent. */
  readonly id?: ConnectorId | undefined
  /** Leaves the modal open: on Connect, or on the view it shows. */
  readonly keepOpen?: boolean | 'here' | undefined
}

/**
 * Ends connections and tells the wallets. However a wallet takes it, after at most three seconds
 * nothing is left of the connection on this side.
 */
export async function disconnect(
  widget: Widget,
  parameters: DisconnectParameters = {},
): Promise<void> {
  const { namespace, id } = parameters
  const all = namespace ? [namespace] : widget.families.keys()
  // Claimed before anything is awaited: what is called later wins.
  const claims = claimNamespaces(widget, id === undefined ? all : [])
  // Came with the first connection: here without asking the network again.
  const { disconnectClaimed } = await import('./disconnect.lazy.js')
  await disconnectClaimed(widget, { ...parameters, claims })
}
