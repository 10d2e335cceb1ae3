/** Texts of the network views. Import as `* as networksText`. */

export const networks = {
  search: 'Search network',
  listLabel: 'Networks',
  active: 'Active',
  testnet: 'Testnet',
  notApproved: 'Not enabled in your wallet',
  emptyTitle: 'No network found',
  emptyText: 'Try another name.',
  footer: 'Your wallet may not support every network listed here.',
  help: 'What is a network',
} as const

export const switchNetwork = {
  /** Public surface §4.6: a wallet that switches without a prompt. */
  switchingTitle: (network: string) => `Switching to ${network} network...`,
  waitingTitle: 'Approve in wallet',
  waitingText: (network: string) => `Accept the switch to ${network} in your wallet.`,
  declinedTitle: 'Switch declined',
  declinedText: 'You are still on the same network. Try again to switch.',
  failedTitle: 'Could not switch',
  failedText: 'Your wallet may not support this network. Finish its open requests, then try again.',
  notSupportedText: (network: string) =>
    `Your wallet does not support ${network}. Choose another network.`,
  tryAgain: 'Try again',
} as const

export const switchActiveChain = {
  title: (chain: string) => `Switch to ${chain}`,
  text: (wallet: string, chain: string) =>
    `${wallet} does not support ${chain}. Connect a wallet that does.`,
  currentWallet: 'The connected wallet',
  action: 'Switch',
  sameText: (wallet: string, chain: string) =>
    `${wallet} also supports ${chain}. Connect it to continue.`,
  sameAction: (wallet: string) => `Connect ${wallet}`,
  otherAction: 'Use another wallet',
} as const

export const unsupportedChain = {
  title: 'Network not supported',
  text: 'This app does not support the network of your wallet. Choose one of these instead.',
  or: 'or',
  disconnect: 'Disconnect',
  swap: {
    title: 'No swaps on this network',
    text: 'Choose one of these networks to swap tokens.',
    unavailable: 'This app has no network with swaps. Nothing was changed.',
  },
} as const
