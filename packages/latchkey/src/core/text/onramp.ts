/** Texts of buying. Import as `* as onrampText`. */

export const form = {
  pay: 'You pay',
  receive: 'You receive',
  amountIn: (currency: string) => `Amount in ${currency}`,
  presets: 'Amounts',
  changeCurrency: (currency: string) => `${currency}, change currency`,
  changeAsset: 'Change token',
  onNetwork: (network: string) => `on ${network}`,
  method: 'Pay with',
  providers: 'Providers',
  to: 'To',
  purchases: 'Your purchases',
  failed: 'Providers could not be loaded',
  failedText: 'Nothing was charged. Try again in a moment.',
  quotesFailed: 'Prices could not be loaded',
  quotesFailedText: 'Nothing was charged.',
  retry: 'Try again',
  noneTitle: 'Nothing to buy here',
  noneText: 'No provider sells tokens for this network. Choose another one.',
  chooseNetwork: 'Choose network',
  notConnectedTitle: 'No wallet connected',
  notConnectedText: 'Connect a wallet first.',
} as const

export const methods = { card: 'Card', ach_bank_account: 'Bank account' } as const

/** In a sentence: from $10 by card. */
const by = { card: 'by card', ach_bank_account: 'by bank account' } as const

export const limits = {
  range: (method: keyof typeof by, min: string, max: string) => `${min} to ${max} ${by[method]}`,
  tooLittle: (method: keyof typeof by, min: string) => `At least ${min} ${by[method]}`,
  tooMuch: (method: keyof typeof by, max: string) => `At most ${max} ${by[method]}`,
} as const

export const offers = {
  fees: (range: string) => `Fees ${range}`,
  /** Public surface §4.10. */
  total: (total: string) => `${total} in total`,
  best: 'Best',
  loading: 'Loading price',
  network: (network: string) => `Does not deliver on ${network}`,
  method: (method: keyof typeof by) => `Cannot be paid ${by[method]}`,
  'no-quote': 'No offer right now',
  'no-amount': 'Enter an amount',
  accepts: (names: string) => `Accepts ${names}`,
} as const

export const open = {
  title: (label: string) => `Not finished: ${label}`,
  text: (what: string) => `Your purchase of ${what} is not paid yet.`,
  continue: 'Continue',
} as const

export const select = {
  searchToken: 'Search token',
  noToken: 'No token found',
  noTokenText: 'Try another name.',
} as const

/** The element on the page (public surface §3.1). */
export const inline = {
  label: 'Buy crypto',
  getQuotes: 'Get quotes',
  connect: 'Connect wallet',
  currency: 'Currency',
  token: 'Token',
  about: (quantity: string) => `≈ ${quantity}`,
  failed: 'Prices could not be loaded.',
  retry: 'Try again',
} as const

/** Public surface §4.10. */
export const progress = {
  title: (label: string) => `Buy in ${label}`,
  fallbackTitle: 'Continue in external window',
  opening: (label: string) => `Opening ${label}…`,
  waiting: (label: string) => `Complete your purchase in the window of ${label}.`,
  blockedTitle: 'Window blocked',
  blocked: (label: string) => `Your browser blocked the window of ${label}. Open it here.`,
  closedTitle: 'Window closed',
  closed: 'If you paid, your purchase appears here in a moment. If not, nothing was charged.',
  failedTitle: 'Buy failed',
  open: (label: string) => `Open ${label}`,
  tryAgain: 'Try again',
  copyLink: 'Copy link',
  copied: 'Link copied',
  noLink: 'No link found',
  amount: 'Amount',
  receive: 'You receive',
  about: (quantity: string, symbol: string) => `about ${quantity} ${symbol}`,
  to: 'To',
} as const

/** Public surface §4.10. */
export const purchases = {
  list: 'Purchases',
  bought: 'Bought',
  buying: 'Buying',
  quantity: (quantity: string, symbol: string) => `+ ${quantity} ${symbol}`,
  pending: 'On its way',
  delivered: 'Arrived',
  failed: 'Failed',
  emptyTitle: 'No purchases yet',
  emptyText: 'What you buy appears here.',
  failedTitle: 'Purchases could not be loaded',
  failedText: 'They are not affected. Try again in a moment.',
  buy: 'Buy crypto',
} as const
