/** Texts of payments. Import as `* as payText`. */

export const pay = {
  lead: { pay: 'You pay', deposit: 'You deposit' },
  on: (network: string) => `on ${network}`,
  fromWallet: 'Pay from wallet',
  with: (wallet: string) => `Pay with ${wallet}`,
  connectText: 'Connect a wallet to pay',
  disconnect: 'Disconnect',
  exchanges: 'Exchanges',
  payWith: (exchange: string) => `Pay with ${exchange}`,
  noExchanges: 'No exchanges available',
  methods: 'Ways to pay',
} as const

export const quote = {
  lead: 'Paying with',
  to: 'To',
  details: 'Order',
  pay: 'Pay',
  balance: (amount: string) => `Balance ${amount}`,
  fee: 'Network Fee',
  feeUpTo: (amount: string) => `up to ${amount}`,
  feeInToken: 'Paid in a token',
  plusFee: (amount: string) => `${amount} + fee`,
  deposit: 'New token account',
  total: 'Order Total',
  plus: (amount: string) => `+ ${amount}`,
  unknown: '–',
  confirm: { pay: 'Pay', deposit: 'Deposit' },
  other: 'Pay another way',
  checking: 'Checking…',
  tryAgain: 'Try again',
} as const

/** Another token of the account pays. */
export const source = {
  change: 'Change token',
  list: 'Your tokens',
  asked: 'The asked token, without a swap',
  swapped: (symbol: string) => `Another token is swapped for ${symbol} first, at the best price.`,
  swap: 'You swap',
  impact: 'Price impact',
  feeAbout: (amount: string) => `≈ ${amount}`,
  rest: (symbol: string) => `What is left of the swap stays in your account as ${symbol}.`,
  other: 'Pay with another token',
} as const

export const obstacles = {
  swap: { title: 'This token cannot pay' },
  impact: {
    title: 'Bad price',
    text: 'A swap of this token would lose a lot. Choose another token.',
  },
  shortOfToken: {
    title: 'Insufficient funds',
    text: (amount: string, symbol: string) =>
      `This account has ${amount}. Add ${symbol}, or pay another way.`,
  },
  shortOfFee: {
    title: 'Not enough for the fee',
    text: (symbol: string) => `The network fee is paid in ${symbol}. Add some ${symbol} first.`,
  },
  feeInToken: {
    title: 'Fee in a token',
    text: (symbol: string) => `Too little ${symbol} for the fee: choose a token when you confirm.`,
  },
  shortOfReserve: {
    title: 'Too little would be left',
    text: (amount: string) => `An account must keep at least ${amount} on this network.`,
  },
  unavailable: {
    title: 'Fee unavailable',
    text: 'The network cannot be reached, or the payment would fail. Try again in a moment.',
  },
  withheld: {
    title: 'The token keeps a part',
    text: 'This token charges a fee for transfers, so the full amount would not arrive.',
  },
  inFlight: {
    title: 'This may already be paid',
    text: 'You already started this payment. Check your wallet before you pay again.',
    again: 'Pay again',
  },
} as const

export const progress = {
  approving: (wallet: string) => `Approve in ${wallet}`,
  approvingText: 'Check that the wallet shows the same amount and address.',
  swapping: (wallet: string) => `Approve the swap in ${wallet}`,
  swappingText: 'The wallet asks for the swap first, then for the payment.',
  confirming: 'Payment in progress',
  confirmingText: 'Waiting for the network to confirm. You can close this window.',
  opening: (exchange: string) => `Opening ${exchange}…`,
  exchange: (exchange: string) => `Continue in ${exchange}`,
  exchangeText: 'Finish the payment there. This page follows it.',
  closed: (exchange: string) => `Waiting for ${exchange}`,
  closedText: 'Open the exchange to finish the payment. If you have paid, just wait.',
  openAgain: (exchange: string) => `Open ${exchange}`,
  paid: 'Payment completed',
  paidTo: (recipient: string) => `to ${recipient}`,
  failed: 'Payment failed',
  declined: 'Payment declined',
  declinedText: 'You declined it in your wallet. Nothing was paid.',
  timeout: 'Payment timeout',
  cancelled: 'Payment cancelled',
  exchangeFailed: 'The exchange could not complete the payment.',
  alreadyPaid: 'The exchange has already paid. Nothing more is needed.',
  otherPayment: 'Another payment is in progress',
  explorer: (name: string) => `View on ${name}`,
  done: 'Done',
} as const
