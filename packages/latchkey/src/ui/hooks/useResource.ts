import { useEffect, useSyncExternalStore } from 'react'
import { getIdentities, type Identity } from '../../core/account/identity/identity.js'
import type { Network } from '../../core/network/network.js'
import type { Resource, ResourceState } from '../../core/runtime/createResource.js'
import { useWidget } from './context.js'

const nobody: Identity = {}

/** How an account is called, as far as that is known; asked for while the component is shown. */
export function useIdentity(address: string, network: Network | undefined): Identity {
  const identities = getIdentities(useWidget())
  const read = () => (network ? identities.get({ address, network }) : undefined)
  const state = useSyncExternalStore(identities.subscribe, read, read)
  useEffect(() => {
    if (network) void identities.load({ address, network })
  }, [identities, address, network])
  return (state && 'value' in state && state.value) || nobody
}

/** What is known of it now; with `load` it is asked for while the component is shown. */
export function useResource<parameters, value>(
  resource: Resource<parameters, value>,
  parameters: parameters,
  options?: { readonly load?: boolean },
): ResourceState<value> {
  const read = () => resource.get(parameters)
  const state = useSyncExternalStore(resource.subscribe, read, read)
  // Asked with every drawing: what is fresh, under way or blocked is left alone by the resource.
  useEffect(() => {
    if (options?.load) void resource.load(parameters)
  })
  return state
}
