import type { Widget } from '../../widget.js'
import { currentRoute } from '../router.js'
import type { Route } from '../views.js'

export type NavigateParameters = Route & {
  /** `push` by default. */
  readonly how?: 'push' | 'replace' | 'reset' | undefined
}

/** Shows a view. Going where one already is changes nothing. */
export function navigate(widget: Widget, { how = 'push', ...route }: NavigateParameters): void {
  const { router } = widget.stores
  const { history } = router.get()
  if (how === 'reset') {
    router.set({ history: [route as Route], direction: 'none' })
    return
  }
  if (currentRoute(router.get()).view === route.view) return
  const kept = how === 'replace' ? history.slice(0, -1) : history
  const [first = route as Route, ...rest] = [...kept, route as Route]
  router.set({ history: [first, ...rest], direction: 'next' })
}
