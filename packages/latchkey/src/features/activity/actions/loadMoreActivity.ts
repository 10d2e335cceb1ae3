import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { Widget } from '../../../core/widget.js'
import { askHistory, type HistoryQuestion, historyProperties } from '../askHistory.js'
import { activityKey, activityOf } from '../store.js'

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
