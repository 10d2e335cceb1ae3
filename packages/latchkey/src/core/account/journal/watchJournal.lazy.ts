import type { NetworkId } from '@latchkey/wire/caip'
import type { TransactionOutcome, TransferReading } from '../../connection/transfer.js'
import type { Network } from '../../network/network.js'
import { getNetworkById } from '../../network/store.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { invalidateHoldings } from '../portfolio/invalidateHoldings.js'
import { isSettled, type Journal, type JournalEntry } from './journal.js'

/** Some chains have their next block at once: the first looks at a transaction follow closely. */
const closeLooks = 4
const closePause = 1_000
/** Looks at the usual pace before the pauses begin to grow. */
const eagerLooks = 15
const pauseGrowth = 1.5
/** Private relays keep a transaction to themselves for minutes: only after this is one given up. */
const droppedPatience = 900_000
/** Looks for a transaction without a hash, per page. */
const mostSearches = 5

/** What this page remembers of looking at an entry. */
type Watch = { looks: number; nextAt: number; missingSince: number | undefined }

/** Follows every unsettled entry on the site's networks, for as long as there are any. */
export async function watchJournal(widget: Widget, journal: Journal): Promise<void> {
  const { signal } = widget
  const { clock } = widget.ports
  const startedAt = clock.now()
  const watches = new Map<string, Watch>()

  async function look(entry: JournalEntry, network: Network, reading: TransferReading) {
    const watch = watches.get(entry.id) ?? { looks: 0, nextAt: 0, missingSince: undefined }
    watches.set(entry.id, watch)
    watch.looks += 1
    watch.nextAt = clock.now() + pauseAfter(watch.looks, entry)
    if (entry.hash === undefined && entry.proposal !== undefined) return // its wallet is asked
    if (entry.hash === undefined) return searchFor(entry, watch, network, reading)
    const { from, hash, nonce, request, replacedBy } = entry
    const transaction = { from, hash, nonce, request, replacedBy }
    note(entry, watch, await reading.follow({ transaction, network, signal }))
    const now = journal.entries().find(({ id }) => id === entry.id)
    if (now && now.status !== entry.status && now.status !== 'pending') {
      invalidateHoldings(widget, { address: from, network })
    }
  }

  function note(entry: JournalEntry, watch: Watch, verdict: TransactionOutcome) {
    const isMissing = verdict.status === 'dropped' && verdict.isProvisional === true
    if (!isMissing) watch.missingSince = undefined
    else {
      watch.missingSince ??= clock.now()
      const isOver = clock.now() - watch.missingSince >= droppedPatience
      return revise(journal, entry, { status: isOver ? 'dropped' : 'pending' })
    }
    revise(journal, entry, verdict)
  }

  /** The wallet has not answered: it may yet, or have done it without a word. */
  async function searchFor(
    entry: JournalEntry,
    watch: Watch,
    network: Network,
    reading: TransferReading,
  ) {
    const { id, from, request, madeAt, askedAt, networkId } = entry
    const isOverdue = Math.abs(clock.now() - (askedAt ?? madeAt)) >= limits.walletDecisionWait
    if (isOverdue && askedAt === undefined) return journal.remove(id)
    if (isOverdue && entry.status === 'asked') journal.update(id, { status: 'unclear' })
    // One that this page asked for and still waits for needs no search.
    if (entry.status === 'asked' && madeAt >= startedAt) return
    if (askedAt === undefined || watch.looks > mostSearches) return
    const except = journal
      .entries()
      .flatMap((one) => (one.networkId === networkId ? (one.hash ?? []) : []))
    const hash = await reading.find?.({ from, request, since: askedAt, except, network, signal })
    if (hash !== undefined) journal.update(id, { status: 'pending', hash, isLate: true })
  }

  /** One after the other, so that no node is flooded; the first that fails ends the round. */
  async function lookAround(network: Network, entries: readonly JournalEntry[]) {
    try {
      const adapter = await widget.families.get(network.namespace)?.loadAdapter()
      if (!adapter?.transfers) return
      for (const entry of entries) await look(entry, network, adapter.transfers)
    } catch (error) {
      if (!signal.aborted) widget.ports.log.warn('Transactions could not be followed', error)
    }
  }

  while (!signal.aborted) {
    const unsettled = unsettledOf(widget, journal).slice(0, limits.watchedTransactions)
    const due = unsettled.filter(({ id }) => (watches.get(id)?.nextAt ?? 0) <= clock.now())
    const rounds = [...byNetwork(due)].flatMap(([id, entries]) => {
      const network = getNetworkById(widget.stores.network.get(), id)
      return network ? [lookAround(network, entries)] : []
    })
    await Promise.all(rounds)
    const next = unsettledOf(widget, journal).map(({ id }) => watches.get(id)?.nextAt ?? 0)
    const pause = Math.min(...next) - clock.now()
    await nextRound(widget, journal, next.length > 0 ? pause : undefined)
  }
}

function pauseAfter(looks: number, { status, hash }: JournalEntry): number {
  if (status === 'included') return limits.transactionPolling
  if (hash !== undefined && looks <= closeLooks) return closePause
  const growth = pauseGrowth ** Math.max(0, looks - eagerLooks)
  return Math.min(limits.nodePolling * growth, limits.transactionPolling)
}

/** On networks of the site; others are left for a page that has them. */
function unsettledOf(widget: Widget, journal: Journal): readonly JournalEntry[] {
  const { networks } = widget.stores.network.get()
  return journal
    .entries()
    .filter((entry) => !isSettled(entry) && networks.some(({ id }) => id === entry.networkId))
}

function byNetwork(
  entries: readonly JournalEntry[],
): ReadonlyMap<NetworkId, readonly JournalEntry[]> {
  const groups = new Map<NetworkId, JournalEntry[]>()
  for (const entry of entries) {
    groups.set(entry.networkId, [...(groups.get(entry.networkId) ?? []), entry])
  }
  return groups
}

/** Writes down what is new; a look that finds everything as it was leaves no trace. */
function revise(journal: Journal, entry: JournalEntry, verdict: TransactionOutcome) {
  const { status, nonce = entry.nonce, blockHash, minedAt, replacedBy, isProvisional } = verdict
  const change = { status, nonce, blockHash, minedAt, replacedBy, isProvisional }
  const isNew = (Object.keys(change) as (keyof typeof change)[]).some(
    (field) => change[field] !== entry[field],
  )
  if (isNew) journal.update(entry.id, change)
}

/** Comes back when the journal changes and, while something is under way, after a pause. */
async function nextRound(
  widget: Widget,
  journal: Journal,
  pause: number | undefined,
): Promise<void> {
  const { signal, ports } = widget
  const woken = new AbortController()
  const stop = journal.subscribe(() => woken.abort())
  const either = AbortSignal.any([signal, woken.signal])
  try {
    if (pause !== undefined) {
      const most = limits.nodePolling
      await ports.clock.sleep(Math.max(closePause, Math.min(pause, most)), either)
    } else await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }))
  } catch {
    // Woken, or at its end: either way the caller looks around.
    return
  } finally {
    stop()
  }
}
