import type { ViewName } from '../../core/modal/views.js'
import { createStore, type ReadableStore } from '../../core/runtime/createStore.js'
import type { Load } from '../parts/fetched/Fetched.js'
import { type LazyViews, loadLateViews } from '../views/index.js'

/** The views that are fetched, and the table that tells how. */
export type LazyViewTable = {
  readonly table: ReadableStore<{ readonly views?: LazyViews | undefined }>
  load(): Promise<LazyViews>
  /** The same function each time, so that a view fetched once is known by it. */
  loaderOf(view: ViewName): Load
}

export function createLazyViews(): LazyViewTable {
  const table = createStore<{ readonly views?: LazyViews | undefined }>({})
  const loaders = new Map<ViewName, Load>()

  async function load() {
    const known = table.get().views
    if (known) return known
    const { lazyViews: views } = await loadLateViews()
    table.set({ views })
    return views
  }

  return {
    table,
    load,
    loaderOf(view) {
      const loader: Load =
        loaders.get(view) ?? (async () => (await load())[view as keyof LazyViews].load() as never)
      loaders.set(view, loader)
      return loader
    },
  }
}
