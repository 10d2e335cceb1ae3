import { isSettled, statuses } from './entry.js'
import { isEntry, type Kept } from './storedJournal.js'

/**
 * What two tabs know together. Of two versions of a record the weightier stays, so the order in which
 * tabs hear of each other makes no difference, and hearing it twice changes nothing.
 */
export function mergeRecords(
  some: readonly Kept[],
  others: readonly Kept[],
): ReadonlyMap<string, Kept> {
  const merged = new Map(some.map((kept) => [kept.id, kept]))
  for (const kept of others) {
    const known = merged.get(kept.id)
    if (!known || outweighs(kept, known)) merged.set(kept.id, kept)
  }
  return merged
}

/**
 * In this order: removed, settled, known to the chain, asked of the wallet, newer, further. What
 * happened cannot be undone by a tab that has not heard of it.
 */
function outweighs(one: Kept, other: Kept): boolean {
  const weights = [weigh(one), weigh(other)] as const
  const index = weights[0].findIndex((weight, place) => weight !== weights[1][place])
  if (index < 0) return JSON.stringify(one) > JSON.stringify(other)
  return (weights[0][index] ?? 0) > (weights[1][index] ?? 0)
}

function weigh(kept: Kept): readonly number[] {
  if (!isEntry(kept)) return [2]
  const { status, hash, askedAt, revision = 0 } = kept
  return [
    isSettled(kept) ? 1 : 0,
    hash === undefined ? 0 : 1,
    askedAt === undefined ? 0 : 1,
    revision,
    statuses.indexOf(status),
  ]
}
