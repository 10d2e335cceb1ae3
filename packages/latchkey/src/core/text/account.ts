import type { AccountType } from '../connection/family.js'

/** Texts of the Account view. Import as `* as accountText`. */

export const account = {
  copyAddress: 'Copy address',
  addressCopied: 'Address copied',
  wallets: (account: string) => `${account}. Your wallets`,
  explorer: 'Block Explorer',
  unknownNetwork: 'Unknown network',
  disconnect: 'Disconnect',
} as const

/** For wallets with one account per purpose. */
export const purposes: { readonly [type in AccountType]?: string } = {
  payment: 'Payments',
  ordinal: 'Ordinals',
  stx: 'Stacks',
}

export const worth = {
  total: 'Total',
  balance: 'Balance',
  on: (network: string) => `on ${network}`,
  missing: '–',
  missingLabel: 'Balance unavailable',
  unpriced: (count: number) =>
    count === 1 ? 'Excludes 1 token without a price' : `Excludes ${count} tokens without a price`,
  updating: 'Updating…',
  old: 'May be out of date',
  oldPrices: 'Some prices may be out of date',
  refresh: 'Refresh balances',
} as const

export const features = {
  onramp: 'Buy',
  'fund-wallet': 'Fund',
  swaps: 'Swap',
  receive: 'Receive',
  send: 'Send',
} as const

export const tabs = {
  label: 'Assets and activity',
  tokens: 'Tokens',
  nfts: 'NFTs',
  activity: 'Activity',
} as const

export const tokens = {
  list: 'Tokens',
  emptyTitle: 'No tokens yet',
  emptyText: 'Tokens you receive appear here.',
  testTitle: 'No balances on test networks',
  testText: 'Coins on test networks have no value and are not counted.',
  failedTitle: 'Balances are unavailable',
  oldTitle: 'Balances may be out of date',
  failedText: 'Your funds are not affected. Try again in a moment.',
  retry: 'Try again',
  retryIn: (seconds: number) => `Try again in ${seconds} s`,
} as const
