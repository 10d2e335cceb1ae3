/** Words of what follows the Send form. Import as `* as reviewText`. */

export const sendToasts = {
  started: 'Transaction started',
  sent: 'Transaction confirmed',
} as const

export const review = {
  lead: 'You are sending',
  send: 'Send',
  to: 'To',
  firstTime: 'First time',
  ownReceiver: 'Your own',
  knownReceiver: 'Sent to before',
  firstTimeLabel: 'You have not sent to this address before',
  details: 'Details',
  network: 'Network',
  fee: 'Network fee',
  unknown: '–',
  deposit: 'New token account',
  arrives: 'They receive',
  withheld: (amount: string) => `token fee ${amount}`,
  feeUpTo: (amount: string) => `up to ${amount}`,
  total: 'Total',
  plus: (amount: string) => `+ ${amount}`,
  careful: 'Review transaction carefully',
  cancel: 'Cancel',
  hide: 'Hide',
  confirm: 'Send',
  approve: (wallet: string) => `Approve in ${wallet}`,
  approveText: 'Amount and address there must be the same as here.',
  checking: 'One moment…',
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
      `The network fee is paid in ${symbol}, and too little of it would be left. Send less or add some.`,
  },
  shortOfReserve: {
    title: 'Too little would be left',
    text: (amount: string) =>
      `This network wants an account to keep at least ${amount}. Send a little less, or use Max.`,
  },
  back: 'Back to the form',
  refused: { title: 'This cannot be sent' },
  feeUnknown: {
    title: 'The fee is not known',
    text: 'The network gave no estimate: it cannot be reached, or the transfer would fail.',
  },
  moved: {
    title: 'This name leads elsewhere now',
    text: (name: string) =>
      `${name} changed its address while you were reviewing. Nothing was sent. Ask the owner before you go on.`,
  },
  failed: {
    title: 'Not sent',
    text: 'The network took the transaction but it did not go through. Only the fee was spent.',
  },
} as const

export const lookAlike = {
  title: 'Two addresses that look alike',
  text: 'The ends are the same as of an address you know, the middle is not. This is how addresses are swapped to steal.',
  known: 'The one you know',
  given: 'The one you are sending to',
  back: 'Go back',
  different: 'I mean the new one',
  check: 'I compared every character with what I was given by the person I am paying.',
  proceed: 'Continue with the new address',
} as const

export const inFlight = {
  title: 'This may be on its way already',
  text: 'You asked for the same transfer before and its outcome is not known yet. Look at your activity first.',
  activity: 'Check Activity',
  again: 'Send it once more',
} as const

export const confirmed = {
  title: 'Sent',
  pendingTitle: 'On its way',
  failedTitle: 'Not sent',
  to: (receiver: string) => `to ${receiver}`,
  gone: 'This transaction is no longer kept on this device.',
  explorer: (name: string) => `View on ${name}`,
  done: 'Done',
} as const
