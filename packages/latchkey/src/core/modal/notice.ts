import { createStore, type Store } from '../runtime/createStore.js'

export type Toast = {
  /** Changes with every showing, so that the same text can be shown twice. */
  readonly id: number
  readonly variant: 'success' | 'error' | 'loading'
  readonly message: string
}

/** Something the site's owner should mend; shown in the modal while `debug` is on. */
export type Alert = {
  readonly code: string
  readonly variant: 'error' | 'warning' | 'info'
  readonly short: string
  readonly long: string
}

export type NoticeState = { readonly toast: Toast | undefined; readonly alert: Alert | undefined }

export function createNoticeStore(alert: Alert | undefined): Store<NoticeState> {
  return createStore<NoticeState>({ toast: undefined, alert })
}
