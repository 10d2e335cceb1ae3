/** Texts of the wallet guide. Import as `* as guideText`. */

export const downloads = {
  chrome_store: 'Chrome Extension',
  app_store: 'iOS App',
  play_store: 'Android App',
  homepage: 'Website',
  emptyTitle: 'No download found',
  emptyText: (wallet: string) => `Search for ${wallet} in the app store of your device.`,
} as const

/** On the Connect view, when it offers log-ins. */
export const walletGuide = {
  question: "Haven't got a wallet?",
  start: 'Get started',
} as const

export const create = {
  lead: 'Log in to get a wallet. No app to install, no recovery phrase to write down.',
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
    text: 'Sign in to apps with your wallet instead of another password.',
  },
  assets: {
    title: 'Your assets',
    text: 'Keep, send and receive money and collectibles. Only you hold the key.',
  },
  apps: {
    title: 'Your access to apps',
    text: 'Apps ask your wallet first. Nothing happens until you approve it.',
  },
  action: 'Get a wallet',
} as const

export const whatIsANetwork = {
  record: {
    title: 'A shared record',
    text: 'A network keeps one list of accounts and payments that nobody can change secretly.',
  },
  coins: {
    title: 'Its own coin and fees',
    text: 'Each network has its own coin and fees. Funds on one network are not on another.',
  },
  action: 'Learn more',
  url: 'https://ethereum.org/developers/docs/networks/',
} as const
