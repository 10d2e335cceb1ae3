import type { Namespace } from '@latchkey/wire/caip'
import type { Claims } from '../../connection/ownership.js'
import { openModal } from '../../modal/actions/openModal.js'
import { recallNetwork } from '../../network/effects/rememberNetworks.js'
import { networksOf } from '../../network/store.js'
import type { Widget } from '../../widget.js'
import { adoptPaired } from './adoptPaired.js'

export type ReconnectPairedParameters = { readonly claims: Claims }

/**
 * Restores a stored pairing session from storage alone. One that lacks networks of any of its families
 * is stale (specification §4): it is ended, and the visitor is asked to pair again.
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
  if (![...claims.keys()].some(isStale)) {
    await adoptPaired(widget, { paired, mode: 'silent', claims })
    return
  }
  await paired.end()
  if ([...claims.values()].every((claim) => claim.isCurrent())) {
    openModal(widget, { route: { view: 'ConnectingWalletConnect', params: {} } })
  }
}
