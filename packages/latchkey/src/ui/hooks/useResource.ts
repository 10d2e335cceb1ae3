import { useEffect, useSyncExternalStore } from 'react'
import type { Resource, ResourceState } from '../../core/runtime/createResource.js'

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
