import type { Namespace } from '@latchkey/wire/caip'
import { createStore, type Store } from '../runtime/createStore.js'
import type { Route } from './views.js'

export type ModalState = {
  readonly isOpen: boolean
  readonly isShaking: boolean
  /** Scopes of pending work; written only by `withBusy`. */
  readonly busy: readonly string[]
  /** If set, only wallets of this chain family are listed. */
  readonly namespace: Namespace | undefined
}

export function createModalStore(): Store<ModalState> {
  return createStore<ModalState>({
    isOpen: false,
    isShaking: false,
    busy: [],
    namespace: undefined,
  })
}

export type Toast = {
  /** A new number per toast, so that the same text can be shown twice. */
  readonly id: number
  readonly variant: 'success' | 'error' | 'loading'
  readonly message: string
}

/** A problem that the site's developer should fix; shown in the modal with `debug`. */
export type Alert = {
  readonly code: string
  readonly variant: 'error' | 'warning' | 'info'
  readonly short: string
  readonly long: string
}

export type NoticeState = {
  readonly toast: Toast | undefined
  /** The id of the newest toast, also while it waits to be shown. */
  readonly newestToast?: number
  readonly alert: Alert | undefined
}

export function createNoticeStore(alert: Alert | undefined): Store<NoticeState> {
  return createStore<NoticeState>({ toast: undefined, alert })
}

export type RouterState = {
  /** The current route is the last. Never empty. */
  readonly history: readonly [Route, ...Route[]]
  /** The direction of the transition to the current route. */
  readonly direction: 'next' | 'prev' | 'none'
  /** Confirmations open above a view that waits for their result. */
  readonly transactions?: number | undefined
}

export function createRouterStore(): Store<RouterState> {
  return createStore<RouterState>({
    history: [{ view: 'Connect' }],
    direction: 'none',
  })
}

export function currentRoute(state: RouterState): Route {
  return state.history[state.history.length - 1] as Route
}
