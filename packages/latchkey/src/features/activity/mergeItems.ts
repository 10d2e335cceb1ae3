import type { ActivityItem } from './activityItem.js'
import { isOpen } from './activityItem.js'

/**
 * The provider's records and the journal's as one list, newest first, what is still open on top. Of a
 * transaction both know, the provider tells what happened; the journal adds what only this site knows.
 */
export function mergeItems({
  history,
  journal,
  isComplete,
}: {
  readonly history: readonly ActivityItem[]
  readonly journal: readonly ActivityItem[]
  /** Nothing older is to be expected from the provider. */
  readonly isComplete: boolean
}): readonly ActivityItem[] {
  const own = new Map(journal.map((item) => [item.id, item]))
  const told = history.map((item) => {
    const mine = own.get(item.id)
    if (!mine) return item
    own.delete(item.id)
    return withJournal(item, mine)
  })
  // Older ones wait for the pages they belong among.
  const oldest = isComplete ? Number.NEGATIVE_INFINITY : (history.at(-1)?.time ?? 0)
  const added = [...own.values()].filter((item) => isOpen(item) || item.time >= oldest)
  return [...told, ...added].sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.time - a.time,
  )
}

function withJournal(item: ActivityItem, mine: ActivityItem): ActivityItem {
  const hasNothing = item.transfers.length === 0
  return {
    ...item,
    // A record is of something in a block: what the journal still calls open has happened.
    status: isOpen(mine) ? item.status : mine.status,
    operation: hasNothing ? mine.operation : item.operation,
    transfers: hasNothing ? mine.transfers : item.transfers,
    approval: mine.approval ?? item.approval,
    counterparty: mine.counterparty ?? item.counterparty,
    isLate: mine.isLate,
    isSuspicious: false,
  }
}
