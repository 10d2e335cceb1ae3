import type { ComponentType } from 'react'
import type { Route } from '../../core/views.js'
import { Fetched } from '../parts/fetched/Fetched.js'
import { views } from '../views/index.js'

/** The component of a route: at once when it is there, after a short wait when it has to be fetched. */
export function View({ route }: { readonly route: Route }) {
  const view = views[route.view] ?? views.Connect
  if (!view.component) return <Fetched load={view.load as never} params={route.params} />
  const Component = view.component as ComponentType<{ readonly params: never }>
  return <Component params={route.params as never} />
}
