import type { AccountType } from '../connection/family.js'

/** Words of the Account view. Import as `* as accountText`. */

export const account = {
  copyAddress: 'Copy address',
  addressCopied: 'Address copied',
  wallets: (account: string) => `${account}. Your wallets`,
  explorer: 'Block Explorer',
  unknownNetwork: 'Unknown network',
  disconnect: 'Disconnect',
} as const

/** Accounts of a wallet that keeps different things apart. */
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
    count === 1 ? 'Without 1 token of unknown price' : `Without ${count} tokens of unknown price`,
  updating: 'Updating…',
  old: 'May be out of date',
  refresh: 'Refresh balances',
} as const

export const features = { receive: 'Receive', send: 'Send' } as const

export const tabs = {
  label: 'What this account has',
  tokens: 'Tokens',
  nfts: 'NFTs',
  activity: 'Activity',
} as const

export const tokens = {
  list: 'Tokens',
  emptyTitle: 'No tokens yet',
  emptyText: 'What you receive shows up here.',
  receive: 'Receive funds',
  receiveText: 'Show your address',
  testTitle: 'No balances on test networks',
  testText: 'Coins of test networks are worth nothing and are not counted.',
  failedTitle: 'Balances are unavailable',
  oldTitle: 'Balances may be out of date',
  failedText: 'They could not be read just now. Your funds are not affected.',
  retry: 'Try again',
  retryIn: (seconds: number) => `Try again in ${seconds} s`,
} as const
