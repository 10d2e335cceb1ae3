import { createStore, type ReadableStore } from '../../core/createStore.js'
import type { ViewName } from '../../core/views.js'
import type { Load } from '../parts/fetched/Fetched.js'
import { type LateViews, loadLateViews } from '../views/index.js'

/** The views that are fetched, and the table that tells how. */
export type LateViewTable = {
  readonly store: ReadableStore<{ readonly views?: LateViews | undefined }>
  load(): Promise<LateViews>
  /** The same function each time, so that a view fetched once is known by it. */
  loaderOf(view: ViewName): Load
}

export function createLateViews(): LateViewTable {
  const store = createStore<{ readonly views?: LateViews | undefined }>({})
  const loaders = new Map<ViewName, Load>()

  async function load() {
    const known = store.get().views
    if (known) return known
    const { lateViews: views } = await loadLateViews()
    store.set({ views })
    return views
  }

  return {
    store,
    load,
    loaderOf(view) {
      const loader: Load =
        loaders.get(view) ?? (async () => (await load())[view as keyof LateViews].load() as never)
      loaders.set(view, loader)
      return loader
    },
  }
}
