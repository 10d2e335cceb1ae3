import { journalOf } from '../../core/account/journal/createJournal.js'
import { isSettled, type JournalEntry } from '../../core/account/journal/entry.js'
import type { Journal } from '../../core/account/journal/journal.js'
import { isSameAddress } from '../../core/account/recipients/lookAlike.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { SendInFlightError } from '../../core/runtime/errors/send.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'
import type { Intent } from './store.js'

/**
 * Writes the transfer down, unless the same is under way. A lock lets one tab do so at a time, and is
 * kept until the others have had time to hear of the entry.
 */
export async function openEntry(
  widget: Widget,
  intent: Intent,
  despite: readonly string[],
): Promise<JournalEntry> {
  const journal = journalOf(widget)
  const underway = () => sameInFlight(widget, intent).filter(({ id }) => !despite.includes(id))
  const refuse = (entries: readonly JournalEntry[]) => {
    if (entries.length > 0) throw new SendInFlightError(entries.map(({ id }) => id))
  }
  refuse(underway())
  const release = await lockTabs(widget)
  try {
    const entry = journal.open(toEntry(intent))
    // Opening has read what other tabs wrote last.
    const others = underway().filter(({ id }) => id !== entry.id)
    if (others.length > 0) journal.remove(entry.id)
    refuse(others)
    return entry
  } finally {
    void widget.ports.clock.sleep(limits.tabSettling, widget.signal).then(release, release)
  }
}

function lockTabs({ id, ports, signal }: Widget): Promise<() => void> {
  const late = () => new SendInFlightError([])
  return withDeadline(ports.clock, { limit: limits.tabLockWait, late, signal }, (ending) =>
    ports.page.lock(`latchkey:${id}:send`, ending),
  )
}

function toEntry(intent: Intent): Parameters<Journal['open']>[0] {
  const { account, network, token, receiver, receiverName, units } = intent
  const value = units.toString()
  return {
    networkId: network.id,
    from: account.address,
    request:
      token.address === undefined ? { to: receiver, value } : { to: token.address, value: '0' },
    transfer: {
      receiver,
      symbol: token.symbol,
      decimals: token.decimals,
      units: value,
      ...(receiverName !== undefined && { receiverName }),
      ...(token.address !== undefined && { tokenAddress: token.address }),
      ...(token.icon !== undefined && { tokenIcon: token.icon }),
    },
  }
}

type IntentFields = Pick<
  Intent,
  'account' | 'network' | 'token' | 'receiver' | 'units' | 'reviewedAt'
>

/**
 * Entries for the very same transfer of which nobody knows yet what became, oldest first; also those
 * that another tab made while this one was under review, whatever became of them.
 */
export function sameInFlight(widget: Widget, wish: IntentFields): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return journalOf(widget)
    .entries()
    .filter((entry) => isSameTransfer(entry, wish))
    .filter((entry) => entry.madeAt >= wish.reviewedAt || isOpen(entry, now))
    .toReversed()
}

/**
 * What has a name, the chain's or its wallet's, is pending until they say otherwise. A wallet's
 * silence is forgotten in time, and sooner where the page ended before it asked.
 */
function isOpen(entry: JournalEntry, now: number): boolean {
  if (isSettled(entry) || entry.status === 'included') return false
  if (entry.hash !== undefined || entry.proposal !== undefined) return true
  const memory = entry.askedAt === undefined ? limits.walletDecisionWait : limits.unclearMemory
  return now - entry.madeAt < memory
}

function isSameTransfer({ networkId, from, transfer }: JournalEntry, wish: IntentFields): boolean {
  return (
    transfer !== undefined &&
    networkId === wish.network.id &&
    isSameAddress(from, wish.account.address) &&
    isSameAddress(transfer.receiver, wish.receiver) &&
    isSameAddress(transfer.tokenAddress ?? '', wish.token.address ?? '') &&
    transfer.units === wish.units.toString()
  )
}

/** The entry once the chain has spoken about it; undefined when that takes longer than anybody looks on. */
export async function waitForReceipt(
  widget: Widget,
  entryId: string,
): Promise<JournalEntry | undefined> {
  const journal = journalOf(widget)
  const verdict = () => journal.entries().find((entry) => entry.id === entryId && hasVerdict(entry))
  const stops: (() => void)[] = []
  const tooLong = new Error('No verdict yet')
  const options = { limit: limits.receiptWait, late: () => tooLong, signal: widget.signal }
  try {
    return await withDeadline(
      widget.ports.clock,
      options,
      () =>
        new Promise<JournalEntry>((resolve) => {
          const look = () => {
            const entry = verdict()
            if (entry) resolve(entry)
          }
          stops.push(journal.subscribe(look))
          look()
        }),
    )
  } catch (error) {
    if (error === tooLong) return undefined
    throw error
  } finally {
    for (const stop of stops) stop()
  }
}

/** The transaction is part of the chain, or something else is in its place. */
export function hasVerdict({ status, isMismatch }: JournalEntry): boolean {
  return isMismatch === true || !['asked', 'unclear', 'pending'].includes(status)
}

/** It did what it was meant to. */
export function isSuccess({ status, isMismatch }: JournalEntry): boolean {
  return !isMismatch && (status === 'included' || status === 'final')
}
