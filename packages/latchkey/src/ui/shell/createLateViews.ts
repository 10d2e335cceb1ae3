import { createStore, type ReadableStore } from '../../core/runtime/createStore.js'
import type { ViewName } from '../../core/modal/views.js'
import type { Load } from '../parts/fetched/Fetched.js'
import { type LateViews, loadLateViews } from '../views/index.js'

/** The views that are fetched, and the table that tells how. */
export type LateViewTable = {
  readonly table: ReadableStore<{ readonly views?: LateViews | undefined }>
  load(): Promise<LateViews>
  /** The same function each time, so that a view fetched once is known by it. */
  loaderOf(view: ViewName): Load
}

export function createLateViews(): LateViewTable {
  const table = createStore<{ readonly views?: LateViews | undefined }>({})
  const loaders = new Map<ViewName, Load>()

  async function load() {
    const known = table.get().views
    if (known) return known
    const { lateViews: views } = await loadLateViews()
    table.set({ views })
    return views
  }

  return {
    table,
    load,
    loaderOf(view) {
      const loader: Load =
        loaders.get(view) ?? (async () => (await load())[view as keyof LateViews].load() as never)
      loaders.set(view, loader)
      return loader
    },
  }
}
