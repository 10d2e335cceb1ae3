import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { claimNamespaces } from './claims.js'

export type DisconnectParameters = {
  /** All namespaces by default. */
  readonly namespace?: Namespace | undefined
  /** All connectors by default. */
  readonly id?: ConnectorId | undefined
  /** Leaves the modal open on Connect, or with `here` on its current view. */
  readonly keepOpen?: boolean | 'here' | undefined
}

/**
 * Disconnects and notifies the wallets. After at most three seconds the connection is gone on this side,
 * even if a wallet does not respond.
 */
export async function disconnect(
  widget: Widget,
  parameters: DisconnectParameters = {},
): Promise<void> {
  const { namespace, id } = parameters
  const all = namespace ? [namespace] : widget.families.keys()
  // Claimed before the first await, so that a later call wins.
  const claims = claimNamespaces(widget, id === undefined ? all : [])
  // Loaded with the first connection, so this works offline.
  const { disconnectClaimed } = await import('./disconnect.lazy.js')
  await disconnectClaimed(widget, { ...parameters, claims })
}
