import type { NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { ActivityItem } from './activityItem.js'

/** What the provider has told of one account on one network, newest first. */
export type ActivityState = {
  /** Whose it is; undefined before anybody was asked about. */
  readonly key: string | undefined
  readonly items: readonly ActivityItem[]
  /** Where the next page begins. */
  readonly next: string | undefined
  /** At least one page has come. */
  readonly isRead: boolean
  /** Somebody keeps a history of this network. */
  readonly isIndexed: boolean
  /** Pages in a row with nothing to show: a visitor decides whether to go on. */
  readonly emptyPages: number
  readonly showsHidden: boolean
}

export const unread = {
  key: undefined,
  items: [],
  next: undefined,
  isRead: false,
  isIndexed: true,
  emptyPages: 0,
  showsHidden: false,
} as const satisfies ActivityState

export function activityOf(widget: Widget): Store<ActivityState> {
  return getOrCreate(widget, createActivityStore)
}

function createActivityStore(): Store<ActivityState> {
  return createStore<ActivityState>(unread)
}

export function activityKey(networkId: NetworkId, address: string): string {
  return `${networkId}:${address}`
}
