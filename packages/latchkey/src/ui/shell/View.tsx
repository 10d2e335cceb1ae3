import type { Route } from '../../core/modal/views.js'
import { useModalContext } from '../hooks/context.js'
import { Fetched } from '../parts/fetched/Fetched.js'
import { firstViews } from '../views/index.js'

/** The component of a route: at once when it is there, after a short wait when it has to be fetched. */
export function View({ route: { view, params } }: { readonly route: Route }) {
  const { lazyViews } = useModalContext()
  if (!(view in firstViews)) {
    // The view that is most often the first one, and a high one: the card should not have to grow.
    const rows = view === 'Account' ? 9 : undefined
    return <Fetched load={lazyViews.loaderOf(view)} params={params} rows={rows} />
  }
  const { component: Component } = firstViews[view as keyof typeof firstViews]
  return <Component />
}
