import type { Route } from '../../core/views.js'
import { useSurroundings } from '../hooks/context.js'
import { Fetched } from '../parts/fetched/Fetched.js'
import { firstViews } from '../views/index.js'

/** The component of a route: at once when it is there, after a short wait when it has to be fetched. */
export function View({ route }: { readonly route: Route }) {
  const { lateViews } = useSurroundings()
  if (!(route.view in firstViews)) {
    return <Fetched load={lateViews.loaderOf(route.view)} params={route.params} />
  }
  const { component: Component } = firstViews[route.view as keyof typeof firstViews]
  return <Component />
}
