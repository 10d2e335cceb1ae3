import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { Widget } from '../../../core/widget.js'
import type { ActivityItem } from '../activityItem.js'
import { fetchHistory, type HistoryQuery, historyProperties } from '../fetchHistory.js'
import { activityKey, activityOf, emptyActivity } from '../store.js'

/**
 * Loads the first page of an account's history. Pages of the same account that are already loaded stay. A
 * response for another account than the current one is dropped.
 */
export async function loadActivity(
  widget: Widget,
  { address, network, signal }: Omit<HistoryQuery, 'cursor'>,
): Promise<void> {
  const store = activityOf(widget)
  const key = activityKey(network.id, address)
  if (store.get().key !== key) store.set({ ...emptyActivity, key })
  const page = await fetchHistory(widget, { address, network, signal })
  const state = store.get()
  if (signal?.aborted || state.key !== key) return
  if (!page) return store.set({ isRead: true, isIndexed: false })
  const joined = mergePages(page.items, state.items)
  store.set({
    items: joined ?? page.items,
    ...(!joined && { next: page.next, emptyPages: page.items.length === 0 ? 1 : 0 }),
    isRead: true,
    isIndexed: true,
  })
}

/** Puts the new page before the known items; undefined if there may be a gap between them. */
function mergePages(
  fresh: readonly ActivityItem[],
  known: readonly ActivityItem[],
): readonly ActivityItem[] | undefined {
  const ids = new Set(fresh.map(({ id }) => id))
  const older = known.filter(({ id }) => !ids.has(id))
  return older.length === known.length ? undefined : [...fresh, ...older]
}

/** Loads the next page, if there is one. */
export async function loadMoreActivity(
  widget: Widget,
  { address, network, signal }: Omit<HistoryQuery, 'cursor'>,
): Promise<void> {
  const store = activityOf(widget)
  const key = activityKey(network.id, address)
  const { key: shown, next: cursor } = store.get()
  if (shown !== key || cursor === undefined) return
  recordEvent(widget, {
    event: 'LOAD_MORE_TRANSACTIONS',
    properties: historyProperties(widget, address, cursor),
  })
  const page = await fetchHistory(widget, { address, network, cursor, signal })
  const state = store.get()
  // Dropped if the list was reloaded since.
  if (signal?.aborted || state.key !== key || state.next !== cursor) return
  const ids = new Set(state.items.map(({ id }) => id))
  const added = page?.items.filter(({ id }) => !ids.has(id)) ?? []
  store.set({
    items: [...state.items, ...added],
    next: page?.next,
    emptyPages: added.length === 0 ? state.emptyPages + 1 : 0,
  })
}

/** Shows or hides suspicious transfers. */
export function showHidden(widget: Widget, { isShown }: { readonly isShown: boolean }): void {
  activityOf(widget).set({ showsHidden: isShown })
}
