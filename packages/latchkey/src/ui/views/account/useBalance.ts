import { useSyncExternalStore } from 'react'
import type { ResourceState } from '../../../core/createResource.js'
import type { Network } from '../../../core/network.js'
import { resourcesOf } from '../../../core/resources.js'
import { useWidget } from '../../hooks/context.js'

/** What is known of an account's native balance. An effect of the core keeps it fresh. */
export function useBalance(address: string, network: Network): ResourceState<bigint> {
  const { balance } = resourcesOf(useWidget())
  const read = () => balance.get({ address, network })
  return useSyncExternalStore(balance.subscribe, read, read)
}
