import type { NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { ActivityItem } from './activityItem.js'

/** The history of one account on one network, newest first. */
export type ActivityState = {
  /** By `activityKey`; undefined before the first load. */
  readonly key: string | undefined
  readonly items: readonly ActivityItem[]
  /** Cursor of the next page. */
  readonly next: string | undefined
  /** At least one page is loaded. */
  readonly isRead: boolean
  /** The provider has a history of this network. */
  readonly isIndexed: boolean
  /** Consecutive pages without items; after several of them loading pauses. */
  readonly emptyPages: number
  readonly showsHidden: boolean
}

export const emptyActivity = {
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
  return createStore<ActivityState>(emptyActivity)
}

export function activityKey(networkId: NetworkId, address: string): string {
  return `${networkId}:${address}`
}
