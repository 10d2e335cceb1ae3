/** Words of the wallet guide. Import as `* as guideText`. */

export const downloads = {
  chrome_store: 'Chrome Extension',
  app_store: 'iOS App',
  play_store: 'Android App',
  homepage: 'Website',
  emptyTitle: 'No download known',
  emptyText: (wallet: string) => `Look for ${wallet} in the store of your device.`,
} as const

/** On the first view, where logins are offered. */
export const walletGuide = {
  question: "Haven't got a wallet?",
  start: 'Get started',
} as const

export const create = {
  lead: 'Log in, and a wallet is made for you. No app to install, no phrase to write down.',
  ownQuestion: 'Prefer your own?',
  ownAction: 'Find a wallet',
} as const

export const getWallet = {
  lead: 'Pick one, install it, and come back to this page.',
  explore: 'Explore all',
  exploreText: 'Compare on ethereum.org',
  exploreUrl: 'https://ethereum.org/wallets/find-wallet/',
} as const

export const whatIsAWallet = {
  login: {
    title: 'Your login',
    text: 'Sign in to apps with a signature instead of yet another password.',
  },
  assets: {
    title: 'Your assets',
    text: 'Keep, send and receive money and collectibles. Only you hold the key.',
  },
  apps: {
    title: 'Your door to apps',
    text: 'Every app asks your wallet first. Nothing moves until you approve it.',
  },
  action: 'Get a wallet',
} as const

export const whatIsANetwork = {
  record: {
    title: 'A shared record',
    text: 'A network keeps one list of accounts and payments that nobody can quietly change.',
  },
  coins: {
    title: 'Its own coin and fees',
    text: 'Each network has its own coin and prices. What you hold on one is not on another.',
  },
  action: 'Learn more',
  url: 'https://ethereum.org/developers/docs/networks/',
} as const
