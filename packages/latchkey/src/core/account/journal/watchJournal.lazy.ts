import type { NetworkId } from '@latchkey/wire/caip'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { TransactionOutcome, TransferReading } from '../../connection/transfer.js'
import type { Network } from '../../network/network.js'
import { getNetworkById } from '../../network/store.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { invalidateHoldings } from '../portfolio/invalidateHoldings.js'
import { acquireTabLock } from './inFlight.js'
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

/** This page's checks of one entry, since its hash is known. */
type Watch = {
  readonly hash: string | undefined
  checks: number
  nextAt: number
  missingSince: number | undefined
}

/** Checks every unsettled entry on the site's networks until it is settled. */
export async function watchJournal(widget: Widget, journal: Journal): Promise<void> {
  const { signal } = widget
  const { clock } = widget.ports
  const startedAt = clock.now()
  const watches = new Map<string, Watch>()

  function getWatch({ id, hash }: JournalEntry): Watch {
    const known = watches.get(id)
    if (known && known.hash === hash) return known
    const watch = { hash, checks: 0, nextAt: 0, missingSince: undefined }
    watches.set(id, watch)
    return watch
  }

  async function check(entry: JournalEntry, network: Network, reading: TransferReading) {
    const watch = getWatch(entry)
    watch.checks += 1
    watch.nextAt = clock.now() + getPause(watch.checks, entry)
    // Without a hash, the wallet follows a proposal and reports the status of a batch.
    if (entry.hash === undefined && entry.proposal !== undefined) return followBatch(entry, network)
    if (entry.hash === undefined) return searchFor(entry, watch, network, reading)
    const { from, hash, nonce, request, replacedBy } = entry
    const transaction = { from, hash, nonce, request, replacedBy }
    await note(entry, watch, await reading.follow({ transaction, network, signal }))
    const now = journal.entries().find(({ id }) => id === entry.id)
    if (now && now.status !== entry.status && now.status !== 'pending') {
      invalidateHoldings(widget, { address: from, network })
    }
  }

  /** Only while the wallet that has the batch is connected. */
  async function followBatch({ id, isBatch, proposal = '', from }: JournalEntry, network: Network) {
    const session = widget.sessions.get(network.namespace)
    const isOwn = session?.accounts().some(({ address }) => isSameAddress(address, from))
    if (!isBatch || !isOwn || !session?.readBatch) return
    try {
      const { status, hash } = await session.readBatch(proposal, signal)
      if (status === 'waiting' || (status === 'sent' && !hash)) return
      const change = {
        status: status === 'sent' ? 'pending' : status,
        ...(hash && { hash }),
      } as const
      await write(() => journal.update(id, change))
    } catch (error) {
      if (!signal.aborted) widget.ports.log.warn('A batch could not be checked', error)
    }
  }

  /**
   * A tab that adds an entry has the lock until the others can see it: a write of what is known here would
   * undo that.
   */
  async function write(change: () => void): Promise<void> {
    // Without the modal's code there are no locks yet, and nothing that opens entries under one.
    if (!widget.ports.page) return change()
    const release = await acquireTabLock(widget, () => new Error('Another tab has the journal'))
    try {
      change()
    } finally {
      release()
    }
  }

  async function note(entry: JournalEntry, watch: Watch, outcome: TransactionOutcome) {
    const isMissing = outcome.status === 'dropped' && outcome.isProvisional === true
    if (!isMissing) watch.missingSince = undefined
    else {
      watch.missingSince ??= clock.now()
      const isOver = clock.now() - watch.missingSince >= droppedTimeout
      return revise(entry, { status: isOver ? 'dropped' : 'pending' })
    }
    return revise(entry, outcome)
  }

  /** Stores changes only. */
  async function revise(entry: JournalEntry, outcome: TransactionOutcome) {
    const { status, nonce = entry.nonce, blockHash, minedAt, replacedBy, isProvisional } = outcome
    const change = { status, nonce, blockHash, minedAt, replacedBy, isProvisional }
    const isNew = (Object.keys(change) as (keyof typeof change)[]).some(
      (field) => change[field] !== entry[field],
    )
    if (isNew) await write(() => journal.update(entry.id, change))
  }

  /** The wallet has not responded: it still may, or may have sent without a response. */
  async function searchFor(
    entry: JournalEntry,
    watch: Watch,
    network: Network,
    reading: TransferReading,
  ) {
    const { id, from, request, madeAt, requestedAt, networkId } = entry
    const isOverdue = Math.abs(clock.now() - (requestedAt ?? madeAt)) >= limits.walletDecisionWait
    if (isOverdue && requestedAt === undefined) return write(() => journal.remove(id))
    if (isOverdue && entry.status === 'requested') {
      await write(() => journal.update(id, { status: 'unclear' }))
    }
    // This page still waits for its own request.
    if (entry.status === 'requested' && madeAt >= startedAt) return
    if (requestedAt === undefined || watch.checks > maxSearches) return
    const except = journal
      .entries()
      .flatMap((one) => (one.networkId === networkId ? (one.hash ?? []) : []))
    const hash = await reading.find?.({
      from,
      request,
      since: requestedAt,
      except,
      network,
      signal,
    })
    if (hash === undefined) return
    await write(() => journal.update(id, { status: 'pending', hash, isLate: true }))
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
    const due = unsettled.filter((entry) => getWatch(entry).nextAt <= clock.now())
    const rounds = [...groupByNetwork(due)].flatMap(([id, entries]) => {
      const network = getNetworkById(widget.stores.network.get(), id)
      return network ? [checkAll(network, entries)] : []
    })
    await Promise.all(rounds)
    const next = getUnsettled(widget, journal).map((entry) => getWatch(entry).nextAt)
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
      const maxPause = limits.nodePolling
      await ports.clock.sleep(Math.max(fastPause, Math.min(pause, maxPause)), either)
    } else await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }))
  } catch {
    // Woken or destroyed.
    return
  } finally {
    stop()
  }
}
