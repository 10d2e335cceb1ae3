/** Texts of the pairing views. Import as `* as pairingText`. */

export const pairing = {
  scan: 'Scan with your phone camera or your wallet app.',
  scanWith: (wallet: string) => `Scan with ${wallet} on your phone.`,
  qrLabel: 'Connection code',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  open: 'Open',
  openOther: 'Open another way',
  tryAgain: 'Try again',
  newIn: (seconds: number) => `New code in ${seconds} s`,
  mobileText: 'Accept the connection in the app. If it did not open, press Open.',
  inAppText: 'Accept it in the wallet. If it did not open, open this page in your own browser.',
  dappText: (wallet: string) =>
    `Connect in the browser of ${wallet}. If it did not open, press Open.`,
  webText: 'Open the web wallet in a new tab and accept the connection there.',
  desktopText: 'Accept the connection in the desktop app.',
  relayTitle: 'Connection service unavailable',
  relayText: 'Retrying automatically. Check your internet connection and any ad blocker.',
  platformTabs: 'Ways to connect',
  platforms: {
    browser: 'Browser',
    dapp: 'In the app',
    mobile: 'Mobile',
    web: 'Webapp',
    desktop: 'Desktop',
  },
} as const

export const allWallets = {
  search: 'Search wallet',
  emptyTitle: 'No Wallet found',
  emptyText: 'Check the spelling, or connect with a QR code instead.',
  showCode: 'Show QR code',
  listLabel: 'Wallets',
  count: (wallets: number) =>
    wallets === 1 ? '1 wallet' : `${wallets.toLocaleString('en-US')} wallets`,
  certified: 'Certified only',
  certifiedOnly: 'Only certified wallets',
  isCertified: 'Certified',
  failedTitle: 'The list could not be loaded',
  tryAgain: 'Try again',
} as const
