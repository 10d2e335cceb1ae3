import type { NetworkId } from '@latchkey/wire/caip'
import type { TransactionOutcome, TransferReading } from '../../connection/transfer.js'
import type { Network } from '../../network/network.js'
import { getNetworkById } from '../../network/store.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { invalidateHoldings } from '../portfolio/invalidateHoldings.js'
import { isSettled, type Journal, type JournalEntry } from './journal.js'

/** Some chains have fast blocks: the first checks follow closely. */
const fastChecks = 4
const fastPause = 1_000
/** Checks at the normal pace before the pauses grow. */
const steadyChecks = 15
const pauseGrowth = 1.5
/** Private relays hide a transaction for minutes: only after this it counts as dropped. */
const droppedTimeout = 900_000
/** Searches for a transaction without a hash, per page. */
const maxSearches = 5

/** This page's checks of one entry. */
type Watch = { checks: number; nextAt: number; missingSince: number | undefined }

/** Checks every unsettled entry on the site's networks until it is settled. */
export async function watchJournal(widget: Widget, journal: Journal): Promise<void> {
  const { signal } = widget
  const { clock } = widget.ports
  const startedAt = clock.now()
  const watches = new Map<string, Watch>()

  async function check(entry: JournalEntry, network: Network, reading: TransferReading) {
    const watch = watches.get(entry.id) ?? { checks: 0, nextAt: 0, missingSince: undefined }
    watches.set(entry.id, watch)
    watch.checks += 1
    watch.nextAt = clock.now() + getPause(watch.checks, entry)
    if (entry.hash === undefined && entry.proposal !== undefined) return // followed by its wallet
    if (entry.hash === undefined) return searchFor(entry, watch, network, reading)
    const { from, hash, nonce, request, replacedBy } = entry
    const transaction = { from, hash, nonce, request, replacedBy }
    note(entry, watch, await reading.follow({ transaction, network, signal }))
    const now = journal.entries().find(({ id }) => id === entry.id)
    if (now && now.status !== entry.status && now.status !== 'pending') {
      invalidateHoldings(widget, { address: from, network })
    }
  }

  function note(entry: JournalEntry, watch: Watch, outcome: TransactionOutcome) {
    const isMissing = outcome.status === 'dropped' && outcome.isProvisional === true
    if (!isMissing) watch.missingSince = undefined
    else {
      watch.missingSince ??= clock.now()
      const isOver = clock.now() - watch.missingSince >= droppedTimeout
      return revise(journal, entry, { status: isOver ? 'dropped' : 'pending' })
    }
    revise(journal, entry, outcome)
  }

  /** The wallet has not responded: it still may, or may have sent without a response. */
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
    // This page still waits for its own request.
    if (entry.status === 'asked' && madeAt >= startedAt) return
    if (askedAt === undefined || watch.checks > maxSearches) return
    const except = journal
      .entries()
      .flatMap((one) => (one.networkId === networkId ? (one.hash ?? []) : []))
    const hash = await reading.find?.({ from, request, since: askedAt, except, network, signal })
    if (hash !== undefined) journal.update(id, { status: 'pending', hash, isLate: true })
  }

  /** One after the other, to spare the node; the first failure ends the round. */
  async function checkAll(network: Network, entries: readonly JournalEntry[]) {
    try {
      const adapter = await widget.families.get(network.namespace)?.loadAdapter()
      if (!adapter?.transfers) return
      for (const entry of entries) await check(entry, network, adapter.transfers)
    } catch (error) {
      if (!signal.aborted) widget.ports.log.warn('Pending transactions could not be checked', error)
    }
  }

  while (!signal.aborted) {
    const unsettled = getUnsettled(widget, journal).slice(0, limits.watchedTransactions)
    const due = unsettled.filter(({ id }) => (watches.get(id)?.nextAt ?? 0) <= clock.now())
    const rounds = [...groupByNetwork(due)].flatMap(([id, entries]) => {
      const network = getNetworkById(widget.stores.network.get(), id)
      return network ? [checkAll(network, entries)] : []
    })
    await Promise.all(rounds)
    const next = getUnsettled(widget, journal).map(({ id }) => watches.get(id)?.nextAt ?? 0)
    const pause = Math.min(...next) - clock.now()
    await waitForNextRound(widget, journal, next.length > 0 ? pause : undefined)
  }
}

function getPause(checks: number, { status, hash }: JournalEntry): number {
  if (status === 'included') return limits.transactionPolling
  if (hash !== undefined && checks <= fastChecks) return fastPause
  const growth = pauseGrowth ** Math.max(0, checks - steadyChecks)
  return Math.min(limits.nodePolling * growth, limits.transactionPolling)
}

/** On the site's networks only. */
function getUnsettled(widget: Widget, journal: Journal): readonly JournalEntry[] {
  const { networks } = widget.stores.network.get()
  return journal
    .entries()
    .filter((entry) => !isSettled(entry) && networks.some(({ id }) => id === entry.networkId))
}

function groupByNetwork(
  entries: readonly JournalEntry[],
): ReadonlyMap<NetworkId, readonly JournalEntry[]> {
  const groups = new Map<NetworkId, JournalEntry[]>()
  for (const entry of entries) {
    groups.set(entry.networkId, [...(groups.get(entry.networkId) ?? []), entry])
  }
  return groups
}

/** Stores changes only. */
function revise(journal: Journal, entry: JournalEntry, outcome: TransactionOutcome) {
  const { status, nonce = entry.nonce, blockHash, minedAt, replacedBy, isProvisional } = outcome
  const change = { status, nonce, blockHash, minedAt, replacedBy, isProvisional }
  const isNew = (Object.keys(change) as (keyof typeof change)[]).some(
    (field) => change[field] !== entry[field],
  )
  if (isNew) journal.update(entry.id, change)
}

/** Resolves when the journal changes, or after the pause if there is one. */
async function waitForNextRound(
  widget: Widget,
  journal: Journal,
  pause: number | undefined,
): Promise<void> {
  const { signal, ports } = widget
  const wakeUp = new AbortController()
  const stop = journal.subscribe(() => wakeUp.abort())
  const either = AbortSignal.any([signal, wakeUp.signal])
  try {
    if (pause !== undefined) {
      const most = limits.nodePolling
      await ports.clock.sleep(Math.max(fastPause, Math.min(pause, most)), either)
    } else await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }))
  } catch {
    // Woken or destroyed.
    return
  } finally {
    stop()
  }
}
