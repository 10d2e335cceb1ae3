import type { ViewName } from '../../core/views.js'
import { useStores } from '../hooks/useStore.js'
import { views } from '../views/index.js'

/** The title of a view, which may name a wallet or a network; undefined where the view has none. */
export function useTitle(view: ViewName): string | undefined {
  return useStores(['router', 'registry', 'network', 'connection'], (widget) =>
    views[view]?.title(widget),
  )
}
