import { useEffect, useSyncExternalStore } from 'react'
import { getIdentities, type Identity } from '../../core/account/identity/identity.js'
import type { Network } from '../../core/network/network.js'
import type { Resource, ResourceState } from '../../core/runtime/createResource.js'
import { useWidget } from './context.js'

const nobody: Identity = {}

/** The name and avatar of an account, loaded while the component is mounted. */
export function useIdentity(address: string, network: Network | undefined): Identity {
  const identities = getIdentities(useWidget())
  const read = () => (network ? identities.get({ address, network }) : undefined)
  const state = useSyncExternalStore(identities.subscribe, read, read)
  useEffect(() => {
    if (network) void identities.load({ address, network })
  }, [identities, address, network])
  return (state && 'value' in state && state.value) || nobody
}

/** The state of a resource; with `load` it is loaded while the component is mounted. */
export function useResource<parameters, value>(
  resource: Resource<parameters, value>,
  parameters: parameters,
  options?: { readonly load?: boolean },
): ResourceState<value> {
  const read = () => resource.get(parameters)
  const state = useSyncExternalStore(resource.subscribe, read, read)
  // Runs on every render: the resource ignores calls while it is fresh, loading or blocked.
  useEffect(() => {
    if (options?.load) void resource.load(parameters)
  })
  return state
}
