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
