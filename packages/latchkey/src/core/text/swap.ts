/** Texts of the Swap views. Import as `* as swapText`. */

/** Public surface §4.9. */
export const action = {
  fetchFailed: 'Swap',
  noToken: 'Select token',
  noAmount: 'Enter amount',
  review: 'Review swap',
} as const

export const form = {
  sourceToken: 'You pay',
  toToken: 'You receive',
  amountIn: (symbol: string) => `Amount of ${symbol} to pay`,
  amount: 'Amount to pay',
  receivedIn: (symbol: string) => `Amount of ${symbol} you receive`,
  received: 'Amount you receive',
  selectToken: 'Select token',
  changeToken: 'Change token',
  balance: (amount: string) => `Balance ${amount}`,
  max: 'Max',
  maxLabel: 'Swap the maximum amount',
  flip: 'Switch tokens',
  quoting: 'Getting the best price…',
  notConnectedTitle: 'No wallet connected',
  notConnectedText: 'Connect a wallet to swap its tokens.',
  startFailedText: 'Swaps could not be loaded. Your funds are not affected.',
  offlineTitle: 'No price available',
  offlineText: 'The exchange did not respond. Nothing was sent. Try again in a moment.',
  retry: 'Try again',
} as const

export const details = {
  title: 'Details',
  rate: (source: string, amount: string, target: string) => `1 ${source} = ${amount} ${target}`,
  rateLabel: 'Rate',
  show: 'Show details',
  hide: 'Hide details',
  impact: 'Price impact',
  unknown: 'Unknown',
  slippageOf: (percent: string) => `Max. slippage ${percent}`,
  minimum: 'Minimum received',
  fee: 'Provider fee',
  networkFee: 'Network fee',
  about: (amount: string) => `≈ ${amount}`,
  route: 'Route',
  via: (source: string) => `via ${source}`,
  percent: (value: string) => `${value}%`,
} as const

/** Names of exchanges whose id, as a provider calls them, is another. */
export const sourceNames: { readonly [source: string]: string } = {
  uniswapV2: 'Uniswap V2',
  jupiter: 'Jupiter',
  lifi: 'LI.FI',
}

export const slippage = {
  change: 'Change',
  legend: 'Max. slippage',
  custom: 'Custom',
  customLabel: 'Custom slippage in percent',
  bounds: (min: string, max: string) => `Enter a value from ${min} to ${max}.`,
  high: 'You may receive noticeably less than shown.',
  low: 'The swap may fail if the price moves.',
} as const

export const warnings = {
  impact: {
    title: (impact: string) => `Price impact ${impact}`,
    text: 'You receive less than the market price. A smaller amount may get a better price.',
  },
  stop: {
    title: (impact: string) => `You would lose ${impact}`,
    text: (lost: string | undefined) =>
      lost === undefined
        ? 'This trade moves the price very far. Swap a smaller amount instead.'
        : `You would lose about ${lost} of value. Swap a smaller amount instead.`,
    confirm: 'Swap anyway',
    confirmed: 'You chose to swap at this price.',
  },
  noPrice: {
    title: 'Price unknown',
    text: 'The value of these tokens could not be compared. Check the amounts yourself.',
  },
} as const

export const tokens = {
  search: 'Search token',
  placeholder: 'Name, symbol or address',
  suggested: 'Suggested tokens',
  own: 'Your tokens',
  all: 'Tokens',
  empty: 'No tokens found',
  emptyText: 'No token on this network matches. Try another name.',
} as const

export const preview = {
  send: 'Send',
  receive: 'Receive',
  careful: 'Review transaction carefully',
  cancel: 'Cancel',
  approve: 'Approve',
  approving: 'Approving...',
  swap: 'Swap',
  hide: 'Hide',
  checking: 'Checking the swap…',
  approveTitle: (symbol: string, wallet: string) => `Approve ${symbol} in ${wallet}`,
  approveText: (amount: string) => `Lets the exchange use exactly ${amount}.`,
  swapTitle: (wallet: string) => `Confirm the swap in ${wallet}`,
  swapText: 'Check that the amounts match.',
  batchText: 'Approval and swap are one request. Check that the amounts match.',
  waiting: 'Waiting for the network',
  waitingText: 'You can close this. The swap continues.',
  wallet: 'your wallet',
  approveFirst: (symbol: string) => `Step 1 of 2: allow the exchange to use your ${symbol}.`,
} as const

export const notices = {
  price: {
    title: 'The price changed',
    text: (before: string, now: string) => `You now receive ${now} instead of ${before}.`,
    accept: 'Accept new price',
  },
  inFlight: {
    title: 'The same swap may be pending',
    text: 'A swap with this amount was requested a moment ago. Check your activity first.',
    activity: 'View activity',
    again: 'Swap again',
  },
  failed: {
    title: 'The swap failed',
    text: 'Your tokens are still in your account. Only the network fee was spent.',
    back: 'Go back',
  },
} as const

/** Public surface §4.9. */
export const swapToasts = {
  swapping: (source: string, amount: string, target: string) =>
    `Swapping ${source} to ${amount} ${target}`,
  swapped: (source: string, amount: string, target: string) =>
    `Swapped ${source} to ${amount} ${target}`,
} as const
