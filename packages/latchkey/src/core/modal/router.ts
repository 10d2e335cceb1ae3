import { createStore, type Store } from '../runtime/createStore.js'
import type { Route } from './views.js'

export type RouterState = {
  /** Where the visitor is (last) and how they came there. Never empty. */
  readonly history: readonly [Route, ...Route[]]
  /** Which way the last change went, for the transition. */
  readonly direction: 'next' | 'prev' | 'none'
  /** How many confirmations were opened over a view that waits for their outcome. */
  readonly transactions?: number | undefined
}

export function createRouterStore(): Store<RouterState> {
  return createStore<RouterState>({
    history: [{ view: 'Connect', params: undefined }],
    direction: 'none',
  })
}

export function currentRoute(state: RouterState): Route {
  return state.history[state.history.length - 1] as Route
}
