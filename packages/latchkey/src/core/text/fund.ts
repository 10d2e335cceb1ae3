/** Texts of ways to fund a wallet. Import as `* as fundText`. */

export const ways = {
  buy: 'Buy Crypto',
  buyText: 'By card or bank account',
  popular: 'popular',
  receive: 'Receive funds',
  receiveText: 'Show your address',
  deposit: 'Deposit from exchange',
  depositText: 'From your account at an exchange',
  none: 'Nothing to choose here',
  noneText: 'This site has not turned on any way to add funds.',
} as const

export const deposit = {
  token: 'Token',
  change: 'Change token',
  select: 'Select token',
  amount: 'Amount in US dollars',
  presets: 'Amounts',
  tokenAmount: (amount: string, symbol: string) => `≈ ${amount} ${symbol}`,
  noPrice: 'The price of this token is unknown.',
  to: 'To',
  exchanges: 'Exchanges',
  none: 'No exchange supports this token',
  noneText: 'Choose another token or network.',
  failedToLoad: 'The exchanges could not be loaded. Try again in a moment.',
  noAmount: 'Please enter an amount',
  blocked: (exchange: string) => `${exchange} did not open`,
  blockedText: 'Your browser blocked the window. Open it to continue.',
  inProgress: 'Deposit in progress...',
  completed: 'Deposit completed',
  failed: 'Deposit failed',
  available: 'Available tokens',
  search: 'Search token',
  empty: 'No token found',
  notConnected: 'No wallet connected',
  notConnectedText: 'Connect a wallet on an EVM network or Solana first.',
} as const
