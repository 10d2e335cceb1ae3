import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { getJournal } from '../../../core/account/journal/createJournal.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { isSameAddress } from '../../../core/account/recipients/lookAlike.js'
import { monthOf } from '../../../core/format/time.js'
import type { Network } from '../../../core/network/network.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { loadActivity, loadMoreActivity } from '../actions/loadActivity.js'
import { type ActivityItem, isOpen, mergeItems } from '../activityItem.js'
import { fromJournal } from '../journalItem.js'
import { activityKey, activityOf, unread } from '../store.js'

export type Activity = {
  readonly months: readonly Month[]
  /** Transfers that look like bait, listed only when asked for. */
  readonly suspicious: number
  readonly showsHidden: boolean
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** So much was read in vain that only a visitor decides to go on. */
  readonly isPaused: boolean
  readonly isIndexed: boolean
  readonly isFailed: boolean
  readonly retry: () => void
  readonly loadMore: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** Pages without anything to show, one after the other, before reading on is left to the visitor. */
const vainPages = 5

/** What an account did on a network: the provider's history, and at once whatever this site knows itself. */
export function useActivity(address: string, network: Network): Activity {
  const widget = useWidget()
  const store = useStore(activityOf(widget), (all) => all)
  const isCurrent = store.key === activityKey(network.id, address)
  const { items, next, isRead, isIndexed, emptyPages, showsHidden } = isCurrent ? store : unread

  const load = useAction(loadActivity)
  const more = useAction(loadMoreActivity)
  const { run: start } = load
  const { run: readOn, reset: stopReading } = more
  useEffect(() => {
    stopReading()
    start({ address, network })
  }, [start, stopReading, address, network])

  const journal = useJournal(address, network)
  const isFailed = load.status === 'failed' || more.status === 'failed'
  const isComplete = next === undefined || isFailed
  const { months, suspicious } = useMemo(() => {
    const all = mergeItems({ history: items, journal, isComplete })
    const harmless = all.filter((item) => !item.isSuspicious)
    return {
      months: byMonth(showsHidden ? all : harmless),
      suspicious: all.length - harmless.length,
    }
  }, [items, journal, isComplete, showsHidden])

  const isLoading = !isFailed && (!isRead || more.status === 'running')
  const isPaused = emptyPages >= vainPages
  const isNear = useRef(true)
  function goOn() {
    const isIdle = load.status !== 'running' && more.status === 'idle'
    if (isNear.current && isIdle && next !== undefined && !isPaused) readOn({ address, network })
  }
  useEffect(goOn)

  return {
    months,
    suspicious,
    showsHidden,
    isLoading,
    hasMore: next !== undefined,
    isPaused,
    isIndexed,
    isFailed,
    retry: () => (load.status === 'failed' ? start : readOn)({ address, network }),
    loadMore: () => readOn({ address, network }),
    onNearEnd(isEnd) {
      const wasNear = isNear.current
      isNear.current = isEnd
      // Scrolling draws the list anew, but not this view.
      if (isEnd && !wasNear) goOn()
    },
  }
}

/** This account's entries of the journal, as the list has them. */
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
    () => entries.map((entry) => fromJournal(entry, { network, holdings: holdings ?? [] })),
    [entries, network, holdings],
  )
}

type Month = {
  readonly key: string
  /** Of its newest transaction. */
  readonly time: number
  readonly items: readonly ActivityItem[]
}

/** Groups of one month each, in the order given. What is still open belongs to the newest month there is. */
export function byMonth(items: readonly ActivityItem[]): readonly Month[] {
  const newest = items.reduce((latest, { time }) => Math.max(latest, time), 0)
  const months: { key: string; time: number; items: ActivityItem[] }[] = []
  for (const item of items) {
    const time = isOpen(item) ? newest : item.time
    const key = String(monthOf(time))
    const last = months.at(-1)
    if (last?.key === key) last.items.push(item)
    else months.push({ key, time, items: [item] })
  }
  return months
}
