/** Texts of the activity list. Import as `* as activityText`. */

/** Public surface §8.2, in past tense. */
export const operations = {
  approve: 'Approved',
  borrow: 'Borrowed',
  burn: 'Burnt',
  buy: 'Bought',
  cancel: 'Canceled',
  claim: 'Claimed',
  deploy: 'Deployed',
  deposit: 'Deposited',
  execute: 'Executed',
  mint: 'Minted',
  receive: 'Received',
  repay: 'Repaid',
  sell: 'Sold',
  send: 'Sent',
  stake: 'Staked',
  trade: 'Swapped',
  unstake: 'Unstaked',
  withdraw: 'Withdrawn',
} as const

export const statuses = {
  requested: 'Waiting for wallet',
  pending: 'Pending',
  confirmed: 'Confirmed',
  failed: 'Failed',
  replaced: 'Replaced',
  cancelled: 'Cancelled',
  dropped: 'Dropped',
  unclear: 'Unknown',
} as const

export const activity = {
  listLabel: 'Transactions',
  late: 'Sent after timeout',
  suspicious: 'Unverified',
  more: (count: number) => `+${count} more`,
  unlimited: 'Unlimited',
  allOf: 'All collectibles',
  revoked: 'Revoked',
  collectible: 'Collectible',
  unknownToken: 'Unknown token',
  emptyTitle: 'No Transactions yet',
  emptyText: 'Your transactions will appear here.',
  tabEmptyTitle: 'No activity yet',
  tabEmptyText: 'Your next transactions will appear here.',
  tabEmptyAction: 'Receive funds',
  onlyHere: 'No full history for this network. Only transactions from this site are shown.',
  failedTitle: 'History could not be loaded',
  failedText: 'Transactions from this site are still shown.',
  retry: 'Try again',
  loadMore: 'Load more',
  showHidden: (count: number) => `Show hidden (${count})`,
  hideAgain: 'Hide suspicious',
  copyHash: 'Copy transaction hash',
  hashCopied: 'Transaction hash copied',
} as const

/** Parts of a row's label for screen readers. */
export const spoken = {
  to: (who: string) => `to ${who}`,
  from: (who: string) => `from ${who}`,
  with: (who: string) => `with ${who}`,
  spender: (who: string) => `for ${who}`,
  swap: (given: string, taken: string) => `${given} for ${taken}`,
} as const
