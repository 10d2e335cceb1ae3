/** Texts of the Send form. Import as `* as sendText`. */

/** Public surface §4.7, in this order. */
export const buttons = {
  'no-token': 'Select Token',
  'bad-amount': 'Incorrect Value',
  'no-amount': 'Add Amount',
  insufficient: 'Insufficient Funds',
  'no-recipient': 'Add Address',
  'resolving-recipient': 'Preview Send',
  'bad-recipient': 'Invalid Address',
  'unknown-recipient': 'Preview Send',
  ready: 'Preview Send',
} as const

export const form = {
  amount: 'Amount',
  amountIn: (unit: string) => `Amount in ${unit}`,
  dollars: 'US dollars',
  selectToken: 'Select token',
  changeToken: 'Change token',
  incorrect: 'Incorrect value',
  typeDollars: 'Type the amount in US dollars instead',
  typeToken: (symbol: string) => `Type the amount in ${symbol} instead`,
  balance: (amount: string) => `Balance ${amount}`,
  max: 'Max',
  maxLabel: 'Send the maximum amount',
  tooMuch: (amount: string) => `You have ${amount}.`,
  buy: 'Buy',
  recipient: 'To',
  recipientLabel: 'Address or name to send to',
  recipientPlaceholder: 'Address or name',
  addressLabel: 'Address to send to',
  addressPlaceholder: 'Address',
  paste: 'Paste',
  scan: 'Scan QR code',
  clear: 'Clear address',
  reading: 'Looking it up…',
  unknownRecipient: 'The recipient could not be checked',
  tryAgain: 'Try again',
  recent: 'Recent',
  notConnectedTitle: 'No wallet connected',
  notConnectedText: 'Connect a wallet to send from it.',
} as const

export const tokens = {
  search: 'Search token',
  list: 'Your tokens',
  empty: 'No tokens found',
  emptyText: 'No token on this network matches. Try another name.',
  nothingText: 'This account has no tokens on this network yet.',
  failed: 'Tokens could not be loaded',
  failedText: 'Your funds are not affected. Try again in a moment.',
} as const

export const nameWarnings = {
  rewritten: {
    title: 'This name is spelled differently',
    text: (typed: string, name: string) =>
      `“${typed}” is read as ${name}. Make sure this is the right recipient.`,
  },
  foreignLetters: {
    title: 'Unusual letters in this name',
    text: 'Some letters look like others. Compare the address with the one you were given.',
  },
  nameLookAlike: {
    title: 'Looks like a name you know',
    text: (name: string, known: string) =>
      `You have sent to ${known} before. This is ${name}. Compare the address.`,
  },
} as const
