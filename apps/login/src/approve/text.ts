/** Texts of the confirmation screen. */

export const origins = {
  by: 'Requested by',
  special: 'This name contains unusual letters. Make sure it is the site you expect.',
  insecure: 'Your connection to this site is not encrypted.',
} as const

/** Shown once, before the next request. */
export const newDevice = {
  title: 'Your wallet is on another device',
  text: (when: string) =>
    `Set up ${when}. Not you? Log it out under Key and security, then add a passkey.`,
} as const

export const titles = {
  'sign-in': 'Sign in',
  message: 'Sign message',
  'typed-data': 'Sign data',
  create: 'Create a contract',
  call: 'Interact with a contract',
  'send-coin': 'Send',
  'send-token': 'Send tokens',
  'send-items': 'Send items',
  allow: 'Allow spending',
  'allow-item': 'Allow moving an item',
  'allow-all': 'Give control of a collection',
  revoke: 'Remove a permission',
  order: 'Sign a permission',
  program: 'Interact with a program',
  'delegate-call': 'Run code as your account',
  authority: 'Change the account owner',
  'open-account': 'Pay for a new account',
  'close-account': 'Close an account',
  'durable-nonce': 'Keep this request valid',
  memo: 'Note',
  'own-account': 'Use your smart account',
  'revoke-grant': 'End a permission',
  'revoke-grants': 'End all permissions',
  upgrade: 'Update your smart account',
  grant: 'Let this site act for you',
  'grant-spend': 'Spend',
  'grant-call': 'Call a contract',
  'grant-terms': 'Limits',
  'grant-changes': 'Less than the site asked for',
  batch: (count: number) => `${count} actions at once`,
} as const

export const labels = {
  to: 'To',
  from: 'From',
  spender: 'Who can spend',
  operator: 'Who gets control',
  token: 'Token',
  collection: 'Collection',
  contract: 'Contract',
  program: 'Program',
  account: 'Account',
  owner: 'Owner',
  gives: 'You give',
  gets: 'You get',
  item: 'Item',
  items: 'Items',
  until: 'Expires',
  function: 'Function',
  data: 'Data',
  sentAlong: 'Amount sent',
  message: 'Message',
  contents: 'Full data to sign',
  details: 'Details',
  also: 'Also:',
  notWhole: 'Not everything is shown.',
  network: 'Network',
  yourAccount: 'Your account',
  for: 'For',
  known: 'Address you know',
  permission: 'Permission',
  fee: 'Maximum network fee',
  payFeeIn: 'Network fee paid in',
  changes: 'Balance changes',
  step: (index: number, count: number) => `${index} of ${count}`,
} as const

export const sentences = {
  signIn: 'This proves the account is yours. It is free and cannot move funds.',
  message: 'Signing is free. Read the message first: sites can hold you to what you sign.',
  batch: 'Either all of them happen, or none.',
  batchLater: 'After you confirm, each of them can happen on its own.',
  allow: 'This lets someone take from your account later, without asking you again.',
  allowAll: 'Someone else could move every item you have in this collection, now or later.',
  revoke: 'Nobody gets new permissions.',
  create: 'Publishes a new contract on the network.',
  call: 'This wallet cannot tell what the contract will do.',
  order: 'Others can use your signature later, without asking you again.',
  authority: 'Afterwards, the account or its contents may belong to someone else.',
  program: 'This wallet cannot tell what the program will do.',
  delegateCall: 'The contract’s code runs with full rights over the account.',
  openOwnAccount: 'A deposit. You get it back when you close the account.',
  openAccount: 'A deposit. The owner of the new account can keep it.',
  closeAccount: 'Anything left in the account goes to this address.',
  durableNonce: 'It can be sent at any time, without asking you again.',
  later: 'Someone else submits it, at a time they choose.',
  ownAccount: 'What follows happens in the name of this account.',
  revokeGrant: 'The site’s key can do nothing more after this.',
  revokeGrants: 'The keys of all sites can do nothing more after this.',
  upgrade: 'It gets code that this wallet knows. Address and contents stay the same.',
  grant: 'Until it expires, the site can do this without asking you again.',
} as const

export const values = {
  unlimited: (symbol: string) => `Unlimited ${symbol}`,
  units: (units: bigint) => `${units} units of an unknown token`,
  plainUnits: (units: string) => `${units} units`,
  everything: 'Everything in it',
  forever: 'Never',
  more: (amount: string) => `${amount} more`,
  itemCount: (id: bigint, count: bigint) => (count === 1n ? `${id}` : `${id} × ${count}`),
  unknownFee: 'Unknown',
  sponsoredFee: 'Paid by another account',
  noChange: 'None',
  changesUnknown: 'No preview available',
  changesFailed: 'Failed in a test run',
  upTo: (amount: string) => `Up to ${amount}`,
  items: (count: bigint) => (count === 1n ? '1 item' : `${count} items`),
  of: (amount: string, token: string) => `${amount} of ${token}`,
  nothing: 'Nothing',
  fromTable: 'From a lookup table',
  firstTime: 'First time',
  lookupTable: 'Not in the request',
  bytes: (count: number) => `${count} bytes`,
  about: (money: string) => `About ${money}`,
  paidBy: (host: string) => `Paid by ${host}`,
  notEnough: 'Not enough',
} as const

export const verbs = {
  'sign-in': 'Sign in',
  message: 'Sign',
  'typed-data': 'Sign',
  calls: 'Confirm',
  transactions: 'Confirm',
  allow: 'Allow',
  grant: 'Allow',
} as const

/** A permission for a key of the site. */
export const grants = {
  once: 'In total, to anyone the site chooses.',
  each: (period: string) => `Each ${period}, to anyone the site chooses.`,
  atMost: 'At most in all',
  value: 'Value of that',
  noPrice: 'Unknown',
  together: 'All of it together',
  moreThan: (money: string) => `${money}, and what has no known price`,
  youHave: 'You have now',
  from: 'Starts',
  call: 'The site chose these names. This wallet cannot tell what the functions do.',
  function: (index: number, count: number) => (count === 1 ? 'Function' : `Function ${index}`),
  valueLimit: (amount: string) => `up to ${amount} a call`,
  rule: {
    equal: (argument: number, value: string) => `value ${argument} is ${value}`,
    greaterThan: (argument: number, value: string) => `value ${argument} above ${value}`,
    lessThan: (argument: number, value: string) => `value ${argument} below ${value}`,
  },
  calls: 'Actions',
  callLimit: (count: number) => `At most ${count.toLocaleString('en')}`,
  rate: (count: number, period: string) => `${count.toLocaleString('en')} each ${period}`,
  fees: 'Network fees',
  feesUnlessPaid: 'Network fees, unless others pay',
  key: 'The site’s key',
  changed: 'Your wallet reduced it.',
  asked: (label: string) => `${label}: asked for`,
  given: (label: string) => `${label}: allowed`,
  notGranted: (type: string) => `Not allowed: ${type}`,
  unsupported: 'Not possible here',
} as const

/** A site offered to pay the fee. */
export const sponsor = {
  refused: {
    title: 'The site does not pay the fee',
    text: 'Nothing was sent. You can pay the fee yourself, or reject.',
  },
} as const

/** The visitor chose a token for the fee. */
export const tokenFee = {
  included: 'Includes the permission to take at most this amount from your account.',
  unpaid: {
    title: (symbol: string) => `The fee was not paid in ${symbol}`,
    text: 'Nothing was sent. Look at the amount again, pay otherwise, or reject.',
  },
} as const

export const actions = {
  reject: 'Reject',
  rejectAll: 'Reject all',
  close: 'Close',
  waiting: (count: number) =>
    count === 1 ? '1 more request is waiting' : `${count} more requests are waiting`,
  readOn: 'Show more',
} as const

export const window = { title: 'Confirm in a separate window' } as const
