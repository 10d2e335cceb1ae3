/** Titles of all views but the first. */

export const titles = {
  /** Of a wallet that has no name. */
  wallet: 'Connect Wallet',
  allWallets: 'All Wallets',
  pairing: 'WalletConnect',
  downloads: (wallet: string | undefined) => (wallet ? `Get ${wallet}` : 'Downloads'),
  getWallet: 'Get a Wallet',
  whatIsAWallet: 'What is a Wallet?',
  whatIsANetwork: 'What is a network?',
  networks: 'Choose Network',
  switchNetwork: 'Switch Network',
  switchActiveChain: 'Switch Chain',
  unsupportedChain: 'Switch Network',
  profile: 'Wallets',
  activity: 'Activity',
  nft: 'Collectible',
  receive: 'Receive',
  compatible: 'Compatible Networks',
  send: 'Send',
  selectToken: 'Select Token',
  sendPreview: 'Review Send',
  sendConfirmed: 'Confirmed',
  chooseName: 'Choose Name',
} as const
