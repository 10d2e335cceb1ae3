import type { ViewName } from '../../core/modal/views.js'
import { useModalContext } from '../hooks/context.js'
import { useStore, useStores } from '../hooks/useStore.js'
import { firstViews } from '../views/index.js'

/** The title of a view, which may name a wallet or a network; undefined where the view has none. */
export function useTitle(view: ViewName): string | undefined {
  const late = useStore(useModalContext().lazyViews.table, ({ views }) => views)
  return useStores(['router', 'registry', 'network', 'connection'], (widget) =>
    view in firstViews
      ? firstViews[view as keyof typeof firstViews].title
      : late?.[view as keyof typeof late]?.title(widget),
  )
}
