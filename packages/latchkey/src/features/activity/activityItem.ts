import type * as activityText from '../../core/text/activity.js'

export type Operation = keyof typeof activityText.operations

/** Where it stands, as people are told: `confirmed` is in a block, whether or not the block is final. */
export type ActivityStatus = keyof typeof activityText.statuses

/** One transaction of the account, whoever told of it. */
export type ActivityItem = {
  /** The transaction's hash, or the journal's id while there is none. */
  readonly id: string
  readonly hash?: string | undefined
  /** Milliseconds since the epoch: when it got into a block, else when it was asked for. */
  readonly time: number
  readonly operation: Operation
  readonly status: ActivityStatus
  /** At most two, what went out first. */
  readonly transfers: readonly ActivityTransfer[]
  /** Transfers beyond those. */
  readonly further: number
  readonly approval?: Approval | undefined
  readonly counterparty?: Counterparty | undefined
  /** The wallet answered after it had been given up. */
  readonly isLate?: boolean | undefined
  /** Came unasked and looks like bait (security bar, S-27). */
  readonly isSuspicious?: boolean | undefined
}

export type ActivityTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  /** Decimal text. */
  readonly quantity: string
  /** A symbol, or the name of a collectible. */
  readonly label: string
  readonly isCollectible: boolean
  readonly image?: string | undefined
  /** In US dollars, where known. */
  readonly value?: number | undefined
}

/** What another address may do with a token from then on. */
export type Approval = {
  /** Decimal text where the token's decimals are known. */
  readonly amount: string | 'unlimited' | 'all' | 'none' | undefined
  readonly symbol?: string | undefined
  readonly image?: string | undefined
}

export type Counterparty = {
  readonly role: 'to' | 'from' | 'with' | 'spender'
  readonly address: string
  readonly name?: string | undefined
}

/** Something may still become of it. */
export function isOpen({ status }: Pick<ActivityItem, 'status'>): boolean {
  return status === 'asked' || status === 'pending' || status === 'unclear'
}

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
