import type { RouterState } from '../../core/modal/store.js'
import type { Route, ViewName } from '../../core/modal/views.js'
import { createStore, type ReadableStore } from '../../core/runtime/createStore.js'
import { useModalContext } from '../hooks/context.js'
import { useStore, useStores } from '../hooks/useStore.js'
import { Lazy, type LoadComponent } from '../parts/Lazy.js'
import { firstViews } from '../views/firstViews.js'

type LazyViews = typeof import('../views/lazyViews.js')['lazyViews']

/** The table of lazy views, itself loaded lazily. */
export type LazyViewTable = {
  readonly table: ReadableStore<{ readonly views?: LazyViews | undefined }>
  load(): Promise<LazyViews>
  /** Returns the same function for the same view, so that a loaded view is found again by it. */
  getLoader(view: ViewName): LoadComponent
}

/** The component of a route: rendered at once, or after it has been loaded. */
export function View({ route: { view, params } }: { readonly route: Route }) {
  const { lazyViews } = useModalContext()
  if (!isFirst(view)) {
    // Account is tall and often shown first: with room for its rows the card does not have to grow.
    const rows = view === 'Account' ? 9 : undefined
    return <Lazy load={lazyViews.getLoader(view)} params={params} rows={rows} />
  }
  const { component: Component } = firstViews[view]
  return <Component />
}

/** The title of a route, which may name a wallet or a network; undefined if the view has none. */
export function useTitle({ view, params }: Route): string | undefined {
  const lazyViews = useStore(useModalContext().lazyViews.table, ({ views }) => views)
  return useStores(['registry', 'network', 'connection'], (widget) =>
    isFirst(view) ? firstViews[view].title : lazyViews?.[view].getTitle(widget, params as never),
  )
}

export function createLazyViews(): LazyViewTable {
  const table = createStore<{ readonly views?: LazyViews | undefined }>({})
  const loaders = new Map<ViewName, LoadComponent>()

  async function load() {
    const loaded = table.get().views
    if (loaded) return loaded
    const { lazyViews: views } = await import('../views/lazyViews.js')
    table.set({ views })
    return views
  }

  return {
    table,
    load,
    getLoader(view) {
      const loader: LoadComponent =
        loaders.get(view) ?? (async () => (await load())[view as keyof LazyViews].load() as never)
      loaders.set(view, loader)
      return loader
    },
  }
}

function isFirst(view: ViewName): view is keyof typeof firstViews {
  return view in firstViews
}

/** The current route, its depth and the direction of the transition to it. */
export type RouteEntry = {
  readonly route: Route
  readonly depth: number
  readonly direction: RouterState['direction']
}

/** The same key means the same visit of the same view. */
export function routeKey({ route, depth }: RouteEntry): string {
  return `${depth}:${route.view}`
}
