/** Words of the Connect view, and the titles of all views. Import as `* as connectText`. */

export const titles = {
  connect: 'Connect Wallet',
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

export const badges = {
  installed: 'Installed',
  recent: 'Recent',
  connected: 'Connected',
  qrCode: 'QR code',
} as const

export const connect = {
  pairing: 'WalletConnect',
  allWallets: 'All Wallets',
  walletList: 'Wallets',
  emptyTitle: 'No wallet found',
  emptyText: 'This browser has no wallet yet. Install one, then come back: it will appear here.',
  emptyAction: 'Get a wallet',
  emptyCode: 'Show QR code',
  pairedTitle: 'One paired wallet at a time',
  pairedText: 'Disconnect the wallet that is paired now to pair another one.',
} as const

export const legal = {
  agree: 'I agree to the',
  footer: 'By connecting you agree to the',
  and: 'and',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
} as const
