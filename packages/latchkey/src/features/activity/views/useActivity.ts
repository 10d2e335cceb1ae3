import { isSameAddress } from '@latchkey/wire/lookAlike'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { getJournal } from '../../../core/account/journal/createJournal.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { getPurchases } from '../../../core/account/purchases/purchases.js'
import { monthOf } from '../../../core/format/time.js'
import type { Network } from '../../../core/network/network.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { loadActivity, loadMoreActivity } from '../actions/loadActivity.js'
import { type ActivityItem, isUnsettled, mergeItems } from '../activityItem.js'
import { toJournalItem, toPurchaseItem } from '../journalItem.js'
import { activityKey, activityOf, emptyActivity } from '../store.js'

export type Activity = {
  readonly months: readonly Month[]
  /** How many suspicious transfers there are. */
  readonly suspicious: number
  readonly showsHidden: boolean
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Several empty pages in a row: loading continues only on request. */
  readonly isPaused: boolean
  readonly isIndexed: boolean
  readonly isFailed: boolean
  readonly retry: () => void
  readonly loadMore: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** Consecutive empty pages before loading pauses. */
const maxEmptyPages = 5

/**
 * An account's transactions on a network, from the provider's history and this site's journal; with a
 * symbol, only those of that token.
 */
export function useActivity(address: string, network: Network, symbol?: string): Activity {
  const widget = useWidget()
  const store = useStore(activityOf(widget), (all) => all)
  const isCurrent = store.key === activityKey(network.id, address)
  const { items, next, isRead, isIndexed, emptyPages, showsHidden } = isCurrent
    ? store
    : emptyActivity

  const load = useAction(loadActivity)
  const more = useAction(loadMoreActivity)
  const { run: start } = load
  const { run: loadNext, reset } = more
  useEffect(() => {
    reset()
    start({ address, network })
  }, [start, reset, address, network])

  const journal = useJournal(address, network)
  const purchases = usePurchases(address, network)
  const isFailed = load.status === 'failed' || more.status === 'failed'
  const isComplete = next === undefined || isFailed
  const { months, suspicious } = useMemo(() => {
    const own = [...journal, ...purchases]
    // The history names tokens by their symbol only.
    const all = mergeItems({ history: items, journal: own, isComplete }).filter(
      ({ transfers, approval }) =>
        !symbol || [approval?.symbol, ...transfers.map(({ label }) => label)].includes(symbol),
    )
    const trusted = all.filter((item) => !item.isSuspicious)
    return {
      months: byMonth(showsHidden ? all : trusted),
      suspicious: all.length - trusted.length,
    }
  }, [items, journal, purchases, isComplete, showsHidden, symbol])

  const isLoading = !isFailed && (!isRead || more.status === 'running')
  const isPaused = emptyPages >= maxEmptyPages
  const isNear = useRef(true)
  function loadIfNearEnd() {
    const isIdle = load.status !== 'running' && more.status === 'idle'
    if (isNear.current && isIdle && next !== undefined && !isPaused) loadNext({ address, network })
  }
  useEffect(loadIfNearEnd)

  return {
    months,
    suspicious,
    showsHidden,
    isLoading,
    hasMore: next !== undefined,
    isPaused,
    isIndexed,
    isFailed,
    retry: () => (load.status === 'failed' ? start : loadNext)({ address, network }),
    loadMore: () => loadNext({ address, network }),
    onNearEnd(isEnd) {
      const wasNear = isNear.current
      isNear.current = isEnd
      // Scrolling re-renders the list, but not this view.
      if (isEnd && !wasNear) loadIfNearEnd()
    },
  }
}

/** The account's purchases; those on their way are read again while this list is shown. */
function usePurchases(address: string, network: Network): readonly ActivityItem[] {
  const widget = useWidget()
  const purchases = getPurchases(widget)
  const read = () => purchases.get().list
  const all = useSyncExternalStore(purchases.subscribe, read, read)
  const own = useMemo(
    () => all.filter((one) => one.networkId === network.id && isSameAddress(one.address, address)),
    [all, address, network],
  )
  const pending = own.find(({ status }) => status === 'pending')?.id
  useEffect(() => {
    if (pending === undefined) return
    const over = new AbortController()
    import('../../../core/account/purchases/actions/refreshPurchase.js')
      .then(({ pollPurchase }) => pollPurchase(widget, { id: pending, signal: over.signal }))
      .catch(() => undefined) // left
    return () => over.abort()
  }, [pending, widget])
  return useMemo(() => own.flatMap((one) => toPurchaseItem(one) ?? []), [own])
}

/** The account's journal entries as activity items. */
function useJournal(address: string, network: Network) {
  const widget = useWidget()
  const journal = getJournal(widget)
  const all = useSyncExternalStore(journal.subscribe, journal.entries, journal.entries)
  const entries = useMemo(() => {
    const isOurs = ({ networkId, from }: JournalEntry) =>
      networkId === network.id && isSameAddress(from, address)
    return all.filter(isOurs)
  }, [all, address, network])
  const portfolio = useResource(getPortfolio(widget), { address, network })
  const holdings = 'value' in portfolio ? portfolio.value : undefined
  return useMemo(
    () => entries.map((entry) => toJournalItem(entry, { network, holdings: holdings ?? [] })),
    [entries, network, holdings],
  )
}

type Month = {
  readonly key: string
  /** Time of its newest transaction. */
  readonly time: number
  readonly items: readonly ActivityItem[]
}

/** Groups items by month, in order. Unsettled items belong to the newest month. */
export function byMonth(items: readonly ActivityItem[]): readonly Month[] {
  const newest = items.reduce((latest, { time }) => Math.max(latest, time), 0)
  const months: { key: string; time: number; items: ActivityItem[] }[] = []
  for (const item of items) {
    const time = isUnsettled(item) ? newest : item.time
    const key = String(monthOf(time))
    const last = months.at(-1)
    if (last?.key === key) last.items.push(item)
    else months.push({ key, time, items: [item] })
  }
  return months
}
