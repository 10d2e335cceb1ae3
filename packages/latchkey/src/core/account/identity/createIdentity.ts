import type { Network } from '../../network/network.js'
import { createResource, type Resource } from '../../runtime/createResource.js'
import { getOrCreate } from '../../runtime/getOrCreate.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import type { Identity } from './identity.js'
import { isPlainAscii } from './isPlainName.js'
import { keptIdentity } from './keptIdentities.js'

export type IdentityKey = { readonly address: string; readonly network: Network }

/** How accounts are called. One answer serves every network that has names. */
export function identityOf(widget: Widget): Resource<IdentityKey, Identity> {
  return getOrCreate(widget, createIdentity)
}

/** Specification §5: names exist on EVM networks only, not on test networks. Basic mode has none. */
export function hasNames(
  { config, ports }: Widget,
  network: Network | undefined,
): network is Network {
  if (config.basic || !ports.provider) return false
  return network?.namespace === 'eip155' && !network.isTestnet
}

function createIdentity(widget: Widget): Resource<IdentityKey, Identity> {
  return createResource({
    clock: widget.ports.clock,
    signal: widget.signal,
    key: ({ address, network }) => (hasNames(widget, network) ? address : ''),
    lifetime: limits.identityLifetime,
    retryGap: limits.identityRetryGap,
    recall: ({ address, network }) =>
      hasNames(widget, network) ? recall(widget, address) : undefined,
    async load({ address, network }, signal) {
      if (!hasNames(widget, network)) return {}
      const { lookUpIdentity } = await import('./lookUpIdentity.js')
      return lookUpIdentity(widget, { address, signal })
    },
  })
}

/** What is kept is shown at once after a reload; whatever takes longer to check goes the long way. */
function recall(widget: Widget, address: string) {
  const kept = keptIdentity(widget, address)
  const name = kept?.value.name
  if (!kept || (name !== undefined && !isPlainAscii(name))) return undefined
  return kept
}
