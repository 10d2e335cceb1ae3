import type { Namespace } from '@latchkey/wire/caip'

/** Texts of the list of wallets. Import as `* as profileText`. */

const familyNames: { readonly [namespace in Namespace]: string } = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}

export const profile = {
  familyNames,
  tabs: 'Chains',
  active: 'Active',
  disconnect: 'Disconnect',
  disconnected: 'Wallet disconnected',
  others: 'Other accounts of this wallet',
  switch: 'Switch',
  switched: 'Account switched',
  switchedWallet: 'Wallet switched',
  switchFailed: 'Failed to switch wallet',
  added: 'New Wallet Added',
  deleted: 'Wallet deleted',
  count: (count: number) => (count === 1 ? 'Wallet' : 'Wallets'),
  disconnectAll: 'Disconnect All',
  live: 'Also connected',
  recent: 'Recently connected',
  connect: 'Connect',
  disconnectThis: (wallet: string) => `Disconnect ${wallet}`,
  deleteThis: (wallet: string, account: string) => `Forget ${wallet}, ${account}`,
  emptyTitle: 'No wallet connected',
  emptyText: 'Connect a wallet to see your accounts here.',
  add: (namespace: Namespace | undefined) =>
    namespace ? `Add ${familyNames[namespace]} Wallet` : 'Add Wallet',
} as const
