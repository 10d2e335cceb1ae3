import { isSameAddress } from '@latchkey/wire/lookAlike'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isSettled, type Journal, type JournalEntry } from '../../core/account/journal/journal.js'
import { SendInFlightError } from '../../core/runtime/errors/send.js'
import * as limits from '../../core/runtime/limits.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import type { Widget } from '../../core/widget.js'
import type { TransferIntent } from './transferIntent.js'

/**
 * Adds the transfer to the journal, unless the same one is in flight. A lock admits one tab at a time and
 * is released once the other tabs have had time to read the entry.
 */
export async function openEntry(
  widget: Widget,
  intent: TransferIntent,
  ignoredEntryIds: readonly string[],
): Promise<JournalEntry> {
  const journal = getJournal(widget)
  const findOthers = () =>
    findSameInFlight(widget, intent).filter(({ id }) => !ignoredEntryIds.includes(id))
  const assertNone = (entries: readonly JournalEntry[]) => {
    if (entries.length > 0) throw new SendInFlightError(entries.map(({ id }) => id))
  }
  assertNone(findOthers())
  const release = await acquireTabLock(widget)
  try {
    const entry = journal.open(toEntry(intent))
    // Opening an entry reads what other tabs wrote last, so check again.
    const others = findOthers().filter(({ id }) => id !== entry.id)
    if (others.length > 0) journal.remove(entry.id)
    assertNone(others)
    return entry
  } finally {
    void widget.ports.clock.sleep(limits.tabSettling, widget.signal).then(release, release)
  }
}

function acquireTabLock({ id, ports, signal }: Widget): Promise<() => void> {
  const late = () => new SendInFlightError([])
  return withTimeout(ports.clock, { limit: limits.tabLockWait, late, signal }, (ending) =>
    ports.page.lock(`latchkey:${id}:send`, ending),
  )
}

function toEntry(intent: TransferIntent): Parameters<Journal['open']>[0] {
  const { account, network, token, recipient, recipientName, units } = intent
  const value = units.toString()
  return {
    networkId: network.id,
    from: account.address,
    request:
      token.address === undefined ? { to: recipient, value } : { to: token.address, value: '0' },
    transfer: {
      receiver: recipient,
      symbol: token.symbol,
      decimals: token.decimals,
      units: value,
      ...(recipientName !== undefined && { receiverName: recipientName }),
      ...(token.address !== undefined && { tokenAddress: token.address }),
      ...(token.icon !== undefined && { tokenIcon: token.icon }),
    },
  }
}

type TransferFields = Pick<
  TransferIntent,
  'account' | 'network' | 'token' | 'recipient' | 'units' | 'reviewedAt'
>

/**
 * Entries of the same transfer that are not settled, oldest first. Also any that another tab added while
 * this one was under review.
 */
export function findSameInFlight(widget: Widget, fields: TransferFields): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return getJournal(widget)
    .entries()
    .filter((entry) => isSameTransfer(entry, fields))
    .filter((entry) => entry.madeAt >= fields.reviewedAt || isInFlight(entry, now))
    .toReversed()
}

/**
 * With a hash or a proposal an entry is pending until the chain or the wallet settles it. Without one it
 * expires, and sooner if the page closed before it sent the request.
 */
function isInFlight(entry: JournalEntry, now: number): boolean {
  if (isSettled(entry) || entry.status === 'included') return false
  if (entry.hash !== undefined || entry.proposal !== undefined) return true
  const lifetime =
    entry.askedAt === undefined ? limits.walletDecisionWait : limits.unclearTransferLifetime
  return now - entry.madeAt < lifetime
}

function isSameTransfer(
  { networkId, from, transfer }: JournalEntry,
  fields: TransferFields,
): boolean {
  return (
    transfer !== undefined &&
    networkId === fields.network.id &&
    isSameAddress(from, fields.account.address) &&
    isSameAddress(transfer.receiver, fields.recipient) &&
    isSameAddress(transfer.tokenAddress ?? '', fields.token.address ?? '') &&
    transfer.units === fields.units.toString()
  )
}

/** The entry once the chain has settled it; undefined on timeout. */
export async function waitForReceipt(
  widget: Widget,
  entryId: string,
): Promise<JournalEntry | undefined> {
  const journal = getJournal(widget)
  const findSettled = () =>
    journal.entries().find((entry) => entry.id === entryId && hasReceipt(entry))
  const stops: (() => void)[] = []
  const timeout = new Error('No receipt yet')
  const options = { limit: limits.receiptWait, late: () => timeout, signal: widget.signal }
  try {
    return await withTimeout(
      widget.ports.clock,
      options,
      () =>
        new Promise<JournalEntry>((resolve) => {
          const check = () => {
            const entry = findSettled()
            if (entry) resolve(entry)
          }
          stops.push(journal.subscribe(check))
          check()
        }),
    )
  } catch (error) {
    if (error === timeout) return undefined
    throw error
  } finally {
    for (const stop of stops) stop()
  }
}

/** The transaction is in a block, or another one took its place. */
export function hasReceipt({ status, isMismatch }: JournalEntry): boolean {
  return isMismatch === true || !['asked', 'unclear', 'pending'].includes(status)
}

/** The transaction is in a block and did what was requested. */
export function isSuccess({ status, isMismatch }: JournalEntry): boolean {
  return !isMismatch && (status === 'included' || status === 'final')
}
