import type { Namespace } from '@latchkey/wire/caip'
import type { Claims } from '../connections/ownership.js'
import { recallNetwork } from '../effects/rememberNetworks.js'
import { networksOf } from '../stores/network.js'
import type { Widget } from '../widget.js'
import { adoptPaired } from './adoptPaired.js'

export type ReconnectPairedParameters = { readonly claims: Claims }

/**
 * Restores a stored pairing session from storage alone. A chain family that wants networks the wallet
 * was never asked for is stale (specification §4) and is left; a session that is of use to none is ended.
 */
export async function reconnectPaired(
  widget: Widget,
  { claims }: ReconnectPairedParameters,
): Promise<void> {
  const { network } = widget.stores
  for (const namespace of claims.keys()) recallNetwork(widget, namespace)
  const connector = await widget.pairing()
  const paired = await connector.restore()
  if (!paired) return
  const isStale = (namespace: Namespace) =>
    paired.isStale(networksOf(network.get(), namespace).map(({ id }) => id))
  const fresh = new Map([...claims].filter(([namespace]) => !isStale(namespace)))
  if (fresh.size === 0) await paired.end()
  else await adoptPaired(widget, { paired, mode: 'silent', claims: fresh })
}
