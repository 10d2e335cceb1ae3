import { getAccountHistory } from '@latchkey/wire/http/history'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { getConnection } from '../../../core/connection/store.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { Network } from '../../../core/network/network.js'
import { HistoryFailedError, ProviderError } from '../../../core/runtime/errors/provider.js'
import { toProviderImageUrl } from '../../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../../core/widget.js'
import type { ActivityItem } from '../activityItem.js'
import { toHistoryItem } from '../historyItem.js'
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

type HistoryQuery = {
  readonly address: string
  readonly network: Network
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal | undefined
}

type HistoryPage = {
  readonly items: readonly ActivityItem[]
  readonly next: string | undefined
}

/** Fetches one page; undefined if the provider has no history of the network. */
async function fetchHistory(
  widget: Widget,
  { address, network, cursor, signal }: HistoryQuery,
): Promise<HistoryPage | undefined> {
  const { provider } = widget.ports
  if (!provider) return undefined
  try {
    const query = { account: address, chainId: network.id, cursor }
    const { data, next } = await provider.call(getAccountHistory, query, { signal })
    const known = getPortfolio(widget).get({ address, network })
    const holdings = ('value' in known && known.value) || []
    const viewer = {
      address,
      network,
      priceOf: (symbol: string) => holdings.find((one) => one.symbol === symbol)?.price,
      pictureOf: (url: string | undefined) => toProviderImageUrl(widget, url),
    }
    return {
      items: data.flatMap((item) => toHistoryItem(item, viewer) ?? []),
      // A cursor that repeats itself would never end.
      next: next && next !== cursor ? next : undefined,
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isUnsupportedNetwork(cause)) return undefined
    recordEvent(widget, {
      event: 'ERROR_FETCH_TRANSACTIONS',
      properties: historyProperties(widget, address, cursor),
    })
    throw new HistoryFailedError({ cause })
  }
}

function historyProperties(widget: Widget, address: string, cursor: string | undefined) {
  const isSmartAccount = getConnection(widget)?.active.type === 'smartAccount'
  return { address, projectId: widget.config.projectId, cursor, isSmartAccount }
}

function isUnsupportedNetwork(error: unknown): boolean {
  return (
    error instanceof ProviderError && error.status === 400 && error.reasons[0]?.field === 'chainId'
  )
}
