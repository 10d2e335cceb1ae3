import type * as activityText from '../../core/text/activity.js'

export type Operation = keyof typeof activityText.operations

/** As shown to the visitor: `confirmed` means in a block, final or not. */
export type ActivityStatus = keyof typeof activityText.statuses

/** One transaction of the account, from the provider or the journal. */
export type ActivityItem = {
  /** The transaction's hash, or the journal's id while there is none. */
  readonly id: string
  readonly hash?: string | undefined
  /** Milliseconds since the epoch: of its block, or of the request before there is one. */
  readonly time: number
  readonly operation: Operation
  readonly status: ActivityStatus
  /** At most two, outgoing first. */
  readonly transfers: readonly ActivityTransfer[]
  /** How many more transfers there are. */
  readonly further: number
  readonly approval?: Approval | undefined
  readonly counterparty?: Counterparty | undefined
  /** The wallet responded after the timeout. */
  readonly isLate?: boolean | undefined
  /** Unsolicited, and looks like address poisoning or spam (security bar, S-27). */
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

/** What another address is allowed to spend. */
export type Approval = {
  /** Decimal text if the token's decimals are known. */
  readonly amount: string | 'unlimited' | 'all' | 'none' | undefined
  readonly symbol?: string | undefined
  readonly image?: string | undefined
}

export type Counterparty = {
  readonly role: 'to' | 'from' | 'with' | 'spender'
  readonly address: string
  readonly name?: string | undefined
}

export function isUnsettled({ status }: Pick<ActivityItem, 'status'>): boolean {
  return status === 'requested' || status === 'pending' || status === 'unclear'
}

/**
 * Merges history and journal, unsettled first, then newest first. If both have a transaction, the
 * provider's record wins and the journal adds what only this site knows.
 */
export function mergeItems({
  history,
  journal,
  isComplete,
}: {
  readonly history: readonly ActivityItem[]
  readonly journal: readonly ActivityItem[]
  /** The history has no older pages. */
  readonly isComplete: boolean
}): readonly ActivityItem[] {
  const own = new Map(journal.map((item) => [item.id, item]))
  const merged = history.map((item) => {
    const journalItem = own.get(item.id)
    if (!journalItem) return item
    own.delete(item.id)
    return withJournal(item, journalItem)
  })
  // Older entries appear once their page is loaded.
  const oldest = isComplete ? Number.NEGATIVE_INFINITY : (history.at(-1)?.time ?? 0)
  const added = [...own.values()].filter((item) => isUnsettled(item) || item.time >= oldest)
  return [...merged, ...added].sort(
    (a, b) => Number(isUnsettled(b)) - Number(isUnsettled(a)) || b.time - a.time,
  )
}

function withJournal(item: ActivityItem, journalItem: ActivityItem): ActivityItem {
  const hasNothing = item.transfers.length === 0
  return {
    ...item,
    // The provider only has mined transactions, so an unsettled entry is outdated.
    status: isUnsettled(journalItem) ? item.status : journalItem.status,
    operation:
      hasNothing || journalItem.operation === 'buy' ? journalItem.operation : item.operation,
    transfers: hasNothing ? journalItem.transfers : item.transfers,
    approval: journalItem.approval ?? item.approval,
    counterparty: journalItem.counterparty ?? item.counterparty,
    isLate: journalItem.isLate,
    isSuspicious: false,
  }
}
