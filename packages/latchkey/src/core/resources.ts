import { createResource, type Resource } from './createResource.js'
import { AdapterNotFoundError } from './errors/network.js'
import { keep } from './keep.js'
import * as limits from './limits.js'
import type { Network } from './network.js'
import type { Widget } from './widget.js'

export type Resources = {
  /** Native balance in the smallest unit. */
  readonly balance: Resource<{ readonly address: string; readonly network: Network }, bigint>
}

/** A widget's resources, made when first asked for: no page pays for them before a connection. */
export function resourcesOf(widget: Widget): Resources {
  return keep(widget, createResources)
}

function createResources({ families, ports, signal }: Widget): Resources {
  return {
    balance: createResource({
      clock: ports.clock,
      signal,
      key: ({ address, network }) => `${network.id}:${address}`,
      lifetime: limits.balanceLifetime,
      retryGap: limits.balanceRetryGap,
      async load({ address, network }, ending) {
        const family = families.get(network.namespace)
        if (!family) throw new AdapterNotFoundError(network.namespace)
        const adapter = await family.loadAdapter()
        return adapter.nativeBalance({ address, network, signal: ending })
      },
    }),
  }
}
