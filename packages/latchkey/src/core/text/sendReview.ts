/** Texts of the views after the Send form. Import as `* as reviewText`. */

export const sendToasts = {
  started: 'Transaction started',
  sent: 'Transaction confirmed',
} as const

export const review = {
  lead: 'You are sending',
  send: 'Send',
  to: 'To',
  firstTime: 'First time',
  ownRecipient: 'Your own',
  knownRecipient: 'Sent to before',
  firstTimeLabel: 'You have not sent to this address before',
  details: 'Details',
  network: 'Network',
  fee: 'Network fee',
  unknown: '–',
  deposit: 'New token account',
  arrives: 'They receive',
  withheld: (amount: string) => `token fee ${amount}`,
  feeUpTo: (amount: string) => `up to ${amount}`,
  feeInToken: 'Paid in a token',
  plusFee: (amount: string) => `${amount} + fee`,
  total: 'Total',
  plus: (amount: string) => `+ ${amount}`,
  careful: 'Review transaction carefully',
  cancel: 'Cancel',
  hide: 'Hide',
  confirm: 'Send',
  approve: (wallet: string) => `Approve in ${wallet}`,
  approveText: 'Check that the wallet shows the same amount and address.',
  checking: 'Checking…',
  waiting: 'On its way',
  waitingText: 'Waiting for the network to confirm. You can hide this.',
  again: 'Try again',
} as const

export const warnings = {
  rounded: {
    title: 'Amount rounded',
    text: (typed: string, symbol: string, decimals: number) =>
      `You typed ${typed}. ${symbol} has ${decimals} decimals, so the amount above is sent.`,
  },
  own: { title: 'This is your own account', text: 'Sending to yourself only costs the fee.' },
  tokenContract: {
    title: 'This is the token’s own contract',
    text: 'Tokens sent to it are usually lost for good. Check the recipient.',
  },
  shortOfToken: {
    title: 'Insufficient funds',
    text: (amount: string) => `This account has ${amount}. Go back and send less.`,
  },
  shortOfFee: {
    title: 'Not enough for the fee',
    text: (symbol: string) =>
      `The network fee is paid in ${symbol}. Send less, or add some ${symbol} first.`,
  },
  feeInToken: {
    title: 'Fee in a token',
    text: (symbol: string) => `Too little ${symbol} for the fee: choose a token when you confirm.`,
  },
  shortOfReserve: {
    title: 'Too little would be left',
    text: (amount: string) =>
      `An account must keep at least ${amount} on this network. Send less, or use Max.`,
  },
  back: 'Back to the form',
  rejected: { title: 'This cannot be sent' },
  feeUnknown: {
    title: 'Fee unavailable',
    text: 'The network cannot be reached, or the transfer would fail. Try again in a moment.',
  },
  nameChanged: {
    title: 'This name has a new address',
    text: (name: string) =>
      `Nothing was sent. Check with the recipient before you send to ${name}.`,
  },
  failed: {
    title: 'Not sent',
    text: 'The transaction failed on the network. Only the fee was spent.',
  },
} as const

export const lookAlike = {
  title: 'Two addresses that look alike',
  text: 'Looks like an address you know, but is different. This is a common scam.',
  known: 'The address you know',
  given: 'The address you are sending to',
  back: 'Go back',
  different: 'Use the new address',
  check: 'I compared every character with the address the recipient gave me.',
  proceed: 'Continue with the new address',
} as const

export const inFlight = {
  title: 'This may already be on its way',
  text: 'You already started this transfer. Check your activity before you send it again.',
  activity: 'Check Activity',
  again: 'Send again',
} as const

export const confirmed = {
  title: 'Sent',
  pendingTitle: 'On its way',
  failedTitle: 'Not sent',
  to: (recipient: string) => `to ${recipient}`,
  gone: 'This transaction is no longer stored on this device.',
  explorer: (name: string) => `View on ${name}`,
  done: 'Done',
} as const
