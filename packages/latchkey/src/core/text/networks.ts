/** Words of the network views. Import as `* as networksText`. */

export const chains = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
} as const

export const networks = {
  search: 'Search network',
  listLabel: 'Networks',
  active: 'Active',
  testnet: 'Testnet',
  notApproved: 'Not enabled in your wallet',
  emptyTitle: 'No network found',
  emptyText: 'Try another name.',
  footer: 'Your wallet may not offer every network listed here.',
  help: 'What is a network',
} as const

export const switchNetwork = {
  /** Public surface §4.6: a wallet that asks nobody. */
  switchingTitle: (network: string) => `Switching to ${network} network...`,
  waitingTitle: 'Approve in wallet',
  waitingText: (network: string) => `Accept the change to ${network} in your wallet.`,
  declinedTitle: 'Switch declined',
  declinedText: 'You are still on the same network as before.',
  failedTitle: 'Could not switch',
  failedText: 'The wallet may not offer this network, or another request is still open in it.',
  notSupportedText: (network: string) =>
    `Your wallet does not offer ${network} and would not add it.`,
  tryAgain: 'Try again',
} as const

export const switchActiveChain = {
  title: (chain: string) => `Switch to ${chain}`,
  text: (wallet: string, chain: string) =>
    `${wallet} does not support ${chain}. Connect a wallet that does to go on.`,
  currentWallet: 'The connected wallet',
  action: 'Switch',
  sameText: (wallet: string, chain: string) =>
    `${wallet} works with ${chain} too. Connect it there to go on.`,
  sameAction: (wallet: string) => `Connect ${wallet}`,
  otherAction: 'Use another wallet',
} as const

export const unsupportedChain = {
  title: 'Not supported here',
  text: 'This app does not work on the network your wallet is on. Choose one of these instead.',
  or: 'or',
  disconnect: 'Disconnect',
} as const
