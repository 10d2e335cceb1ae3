import type { RouterState } from '../../core/modal/store.js'
import type { Route } from '../../core/modal/views.js'

/** Where the visitor is, and how they came there. */
export type RouteEntry = {
  readonly route: Route
  readonly depth: number
  readonly direction: RouterState['direction']
}

/** Two places with the same key are the same visit of the same view. */
export function placeKey({ route, depth }: RouteEntry): string {
  return `${depth}:${route.view}`
}
