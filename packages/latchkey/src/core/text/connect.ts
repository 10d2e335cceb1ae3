/** Texts of the Connect view. Import as `* as connectText`. */

export const badges = {
  installed: 'Installed',
  recent: 'Recent',
  connected: 'Connected',
  qrCode: 'QR code',
} as const

export const connect = {
  title: 'Connect Wallet',
  pairing: 'WalletConnect',
  allWallets: 'All Wallets',
  walletList: 'Wallets',
  emptyTitle: 'No wallet found',
  emptyText: 'This browser has no wallet yet. Install one, then come back. It appears here.',
  emptyAction: 'Get a wallet',
  emptyCode: 'Show QR code',
  pairedTitle: 'One paired wallet at a time',
  pairedText: 'Disconnect the paired wallet first, then pair another one.',
} as const

/** Public surface §4.2. */
export const branding = { by: 'UX by', product: 'Latchkey' } as const

export const legal = {
  agree: 'I agree to the',
  footer: 'By connecting you agree to the',
  and: 'and',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
} as const
