import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { Widget } from '../../../core/widget.js'
import type { ActivityItem } from '../activityItem.js'
import { askHistory, type HistoryQuestion, historyProperties } from '../fetchHistory.js'
import { activityKey, activityOf, unread } from '../store.js'

/**
 * Reads an account's history from its top. What is known of the same account stays, with what is new put
 * before it; an answer that comes when somebody else is shown is dropped.
 */
export async function loadActivity(
  widget: Widget,
  { address, network, signal }: Omit<HistoryQuestion, 'cursor'>,
): Promise<void> {
  const store = activityOf(widget)
  const key = activityKey(network.id, address)
  if (store.get().key !== key) store.set({ ...unread, key })
  const page = await askHistory(widget, { address, network, signal })
  const state = store.get()
  if (signal?.aborted || state.key !== key) return
  if (!page) return store.set({ isRead: true, isIndexed: false })
  const joined = joinKnown(page.items, state.items)
  store.set({
    items: joined ?? page.items,
    ...(!joined && { next: page.next, emptyPages: page.items.length === 0 ? 1 : 0 }),
    isRead: true,
    isIndexed: true,
  })
}

/** A newest page and the older ones behind it; undefined where a gap may lie between them. */
function joinKnown(
  fresh: readonly ActivityItem[],
  known: readonly ActivityItem[],
): readonly ActivityItem[] | undefined {
  const ids = new Set(fresh.map(({ id }) => id))
  const older = known.filter(({ id }) => !ids.has(id))
  return older.length === known.length ? undefined : [...fresh, ...older]
}

/** Reads the next page, if there is one. */
export async function loadMoreActivity(
  widget: Widget,
  { address, network, signal }: Omit<HistoryQuestion, 'cursor'>,
): Promise<void> {
  const store = activityOf(widget)
  const key = activityKey(network.id, address)
  const { key: shown, next: cursor } = store.get()
  if (shown !== key || cursor === undefined) return
  recordEvent(widget, {
    event: 'LOAD_MORE_TRANSACTIONS',
    properties: historyProperties(widget, address, cursor),
  })
  const page = await askHistory(widget, { address, network, cursor, signal })
  const state = store.get()
  // The list may have begun anew meanwhile: then this page has no place in it.
  if (signal?.aborted || state.key !== key || state.next !== cursor) return
  const ids = new Set(state.items.map(({ id }) => id))
  const added = page?.items.filter(({ id }) => !ids.has(id)) ?? []
  store.set({
    items: [...state.items, ...added],
    next: page?.next,
    emptyPages: added.length === 0 ? state.emptyPages + 1 : 0,
  })
}

/** Lists transfers that look like bait, or leaves them out again. */
export function showHidden(widget: Widget, { isShown }: { readonly isShown: boolean }): void {
  activityOf(widget).set({ showsHidden: isShown })
}
