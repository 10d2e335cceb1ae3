import type { Namespace } from '@latchkey/wire/caip'
import { createResource, type Resource } from './createResource.js'
import { AdapterNotFoundError } from './errors/network.js'
import type { ChainFamily } from './family.js'
import * as limits from './limits.js'
import type { Network } from './network.js'
import type { Ports } from './ports.js'

export type Resources = {
  /** Native balance in the smallest unit. */
  readonly balance: Resource<{ readonly address: string; readonly network: Network }, bigint>
}

export function createResources({
  families,
  clock,
  signal,
}: {
  families: ReadonlyMap<Namespace, ChainFamily>
  clock: Ports['clock']
  signal: AbortSignal
}): Resources {
  return {
    balance: createResource({
      clock,
      signal,
      key: ({ address, network }) => `${network.id}:${address}`,
      lifetime: limits.balanceLifetime,
      retryGap: limits.balanceRetryGap,
      async load({ address, network }, signal) {
        const family = families.get(network.namespace)
        if (!family) throw new AdapterNotFoundError(network.namespace)
        const adapter = await family.loadAdapter()
        return adapter.nativeBalance({ address, network, signal })
      },
    }),
  }
}
