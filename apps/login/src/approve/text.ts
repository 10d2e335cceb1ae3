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
  fee: 'Maximum network fee',
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
} as const

export const verbs = {
  'sign-in': 'Sign in',
  message: 'Sign',
  'typed-data': 'Sign',
  calls: 'Confirm',
  transactions: 'Confirm',
  allow: 'Allow',
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
