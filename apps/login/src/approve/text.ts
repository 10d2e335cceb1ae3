import type { Danger } from './danger.js'
import type { Refusal } from './steps.js'

/** Words of the confirmation. */

export const asks = {
  by: 'Asked by',
  special: 'This name has special letters. Make sure that it is the site you mean.',
  insecure: 'The connection to this site is not encrypted.',
} as const

/** Said once, before whatever else is asked. */
export const newDevice = {
  title: 'Your wallet is on another device',
  text: (when: string) =>
    `It was set up on another device or site ${when}. If that was not you, end its login in your account’s settings, under Key and security, and add a passkey.`,
} as const

export const titles = {
  'sign-in': 'Sign in',
  message: 'Sign message',
  'typed-data': 'Sign data',
  create: 'Create contract',
  call: 'Use a contract',
  'send-coin': 'Send',
  'send-token': 'Send tokens',
  'send-items': 'Send items',
  allow: 'Allow spending',
  'allow-item': 'Allow spending',
  'allow-all': 'Hand over control',
  revoke: 'Take back a permission',
  order: 'Sign a permission',
  program: 'Use a program',
  'delegate-call': 'Act as your account',
  authority: 'Change who owns an account',
  'open-account': 'Pay for a new account',
  'close-account': 'Close an account',
  'durable-nonce': 'Keep this request valid',
  memo: 'Note',
  batch: (count: number) => `${count} actions at once`,
} as const

export const labels = {
  to: 'To',
  from: 'From',
  spender: 'Who may spend',
  operator: 'Who gets control',
  token: 'Token',
  collection: 'Collection',
  contract: 'Contract',
  program: 'Program',
  account: 'Account',
  owner: 'Who owns it',
  gives: 'You give',
  gets: 'You get',
  item: 'Item',
  items: 'Items',
  until: 'Until',
  function: 'Function',
  data: 'Data',
  sentAlong: 'Sent along',
  message: 'Message',
  contents: 'All that is signed',
  details: 'Details',
  also: 'Also:',
  notWhole: 'There is more that is not shown.',
  network: 'Network',
  yourAccount: 'Your account',
  for: 'For',
  known: 'The one you know',
  fee: 'Network fee, at most',
  changes: 'What changes for you',
  step: (index: number, count: number) => `${index} of ${count}`,
} as const

export const sentences = {
  signIn: 'Proves that this account is yours. Costs nothing and moves nothing.',
  message: 'Signing costs nothing. Read it: sites can use your signature as your word.',
  batch: 'All of them happen together or not at all.',
  batchLater: 'Each of them can happen once you confirm.',
  allow: 'This site wants somebody to be able to take from your account, later and without asking.',
  allowAll:
    'Every item you have in this collection, now or later, could be moved by somebody else.',
  revoke: 'Nobody gets more rights by this.',
  create: 'Puts a new program on the network.',
  call: 'This wallet cannot read what the contract will do.',
  order: 'Others can use your signature later, without asking again.',
  authority: 'The account or what is in it can belong to somebody else afterwards.',
  program: 'This wallet cannot read what the program will do.',
  delegateCall: 'The contract’s code runs with all rights of the account.',
  openOwnAccount: 'A deposit. You get it back when you close the account.',
  openAccount: 'A deposit. The owner of the new account can take it.',
  closeAccount: 'What is left in the account goes to this address.',
  durableNonce: 'It can be sent at any time, without asking you again.',
  later: 'Somebody else sends it on, at a time of their choice.',
} as const

export const values = {
  unlimited: (symbol: string) => `Unlimited ${symbol}`,
  units: (units: bigint) => `${units} units of an unknown token`,
  plainUnits: (units: string) => `${units} units`,
  everything: 'Everything in it',
  forever: 'No end',
  more: (amount: string) => `${amount} more`,
  itemCount: (id: bigint, count: bigint) => (count === 1n ? `${id}` : `${id} × ${count}`),
  unknownFee: 'Not known',
  sponsoredFee: 'Paid by another account',
  noChange: 'Nothing',
  changesUnknown: 'No trial run possible',
  changesFailed: 'Failed in a trial run',
  upTo: (amount: string) => `Up to ${amount}`,
  items: (count: bigint) => (count === 1n ? '1 item' : `${count} items`),
  of: (amount: string, token: string) => `${amount} of ${token}`,
  nothing: 'Nothing',
  fromTable: 'From a lookup table',
  firstTime: 'First time',
  lookupTable: 'Not named in the request',
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
  readOn: 'Read on',
} as const

export const feeFault = {
  title: 'This would probably fail',
  text: 'It failed in a trial run. Confirming may cost a fee and do nothing.',
} as const

export const dangers: {
  readonly [danger in Danger]: {
    readonly title: string
    readonly text: string
    readonly tick: string
  }
} = {
  'look-alike': {
    title: 'Two addresses that look alike',
    text: 'It looks like an address you know, but is different. This is a common scam.',
    tick: 'I compared every character and mean the new one',
  },
  'plain-spender': {
    title: 'The spender is not an app',
    text: 'Honest apps never ask for this. The owner of that address could take your tokens.',
    tick: 'I know who owns that address and trust them with this',
  },
  'all-items': {
    title: 'Control over a whole collection',
    text: 'Everything you own in it could be taken at once. Reject unless you trust the operator.',
    tick: 'I trust it with everything in this collection',
  },
  unlimited: {
    title: 'No limit',
    text: 'The spender could take all you have of this token, now and later.',
    tick: 'I want to allow an unlimited amount',
  },
  permit: {
    title: 'Others can spend with this',
    text: 'It can be used later, and you will not be asked again. Thieves like this kind most.',
    tick: 'I started this and know who may spend what',
  },
  authority: {
    title: 'Others get control',
    text: 'After this, somebody else may own an account of yours or spend from it.',
    tick: 'I want to give this control away',
  },
  'large-drop': {
    title: 'Most of a balance would leave',
    text: 'A trial run took more than half of what you have. Check every line below.',
    tick: 'I want this much to leave my account',
  },
  'delegate-call': {
    title: 'Full control for a contract',
    text: 'The contract could do anything with the account that signs this.',
    tick: 'I know this contract and trust it',
  },
  'worthless-order': {
    title: 'You would get nothing back',
    text: 'This trade gives your items or tokens away for little or nothing.',
    tick: 'I want to give this away',
  },
  sweep: {
    title: 'Several assets leave at once',
    text: 'They go to addresses you have not sent to before. Thieves empty wallets this way.',
    tick: 'I want to send all of these',
  },
  'high-fee': {
    title: 'Very high network fee',
    text: 'The fee is far above what the network needs, and you do not get it back.',
    tick: 'I want to pay this fee',
  },
  'hidden-outflow': {
    title: 'More leaves than it says',
    text: 'In a trial run, more left your account than the request names.',
    tick: 'I accept everything that leaves',
  },
  'foreign-deposit': {
    title: 'You pay for others’ accounts',
    text: 'The owners of these new accounts can take your deposits. You cannot get them back.',
    tick: 'I want to pay for these accounts',
  },
  'hidden-address': {
    title: 'An address is not in the request',
    text: 'It is kept in a table on the network. Plain transfers do not need this.',
    tick: 'I know the addresses this uses',
  },
  'no-expiry': {
    title: 'This request never expires',
    text: 'The site can keep it and send it at any time, even months from now.',
    tick: 'I accept that it can be sent later',
  },
  'unknown-data': {
    title: 'A contract can use this',
    text: 'This wallet cannot read what the contract does with your signature.',
    tick: 'I know what this signature is for',
  },
  'extended-token': {
    title: 'A token with its own rules',
    text: 'Its maker may charge for transfers, freeze the token or take it back.',
    tick: 'I trust the maker of this token',
  },
  order: {
    title: 'A trade others can fill',
    text: 'Anybody with your signature can make this trade. Check every price and item below.',
    tick: 'I have checked what I give and what I get',
  },
  'relayed-call': {
    title: 'A transaction in disguise',
    text: 'Others can send it in your name. This wallet cannot read what it will do.',
    tick: 'I know what this does and trust the site',
  },
  'later-transfer': {
    title: 'Sent by somebody else',
    text: 'Anybody with your signature can make this transfer.',
    tick: 'I want this transfer to be made',
  },
  'unknown-call': {
    title: 'Unreadable',
    text: 'This wallet cannot tell what will happen. It could move anything you have.',
    tick: 'I trust this site with it',
  },
  'unknown-spender': {
    title: 'Unknown spender',
    text: 'Compare the address with what the site says about itself.',
    tick: 'I know this spender',
  },
  'unknown-token': {
    title: 'Unknown token',
    text: 'The network does not say what this token is, so the amount cannot be shown properly.',
    tick: 'I know which token this is',
  },
  'too-long': {
    title: 'More than can be shown',
    text: 'What is below is only a part of what you would sign.',
    tick: 'I know what the rest of it says',
  },
  hash: {
    title: 'This could be anything',
    text: 'These 32 bytes can stand for a transaction or a contract that you cannot see.',
    tick: 'I know what these bytes stand for',
  },
  unreadable: {
    title: 'Not readable text',
    text: 'The message holds bytes that cannot be shown as words.',
    tick: 'I know what these bytes mean',
  },
}

export function refusalText(refusal: Refusal, host: string): { title: string; text: string } {
  switch (refusal.why) {
    case 'sign-in-elsewhere':
      return {
        title: 'A sign-in to another site',
        text: `${host} asks you to sign in to ${refusal.domain}. With your signature it could act as you there, so this was stopped.`,
      }
    case 'sign-in-malformed':
      return {
        title: 'Not a proper sign-in',
        text: 'The message looks like a sign-in but is not written like one, so this was stopped.',
      }
    case 'sign-in-other-account':
      return {
        title: 'Another account',
        text: 'The sign-in is for an account that is not this one, so this was stopped.',
      }
    case 'sign-in-insecure':
      return {
        title: 'Not encrypted',
        text: 'Others could read a sign-in to this site, so this was stopped.',
      }
    case 'other-chain':
      return {
        title: 'Another network',
        text: `The data is meant for network ${refusal.chainId}, not for the one you are on, so this was stopped.`,
      }
    case 'whole-account':
      return {
        title: 'Control over your account',
        text: 'With this signature the site could do anything with your account, so this was stopped.',
      }
    case 'fee':
      return {
        title: 'The network fee is too high',
        text: 'No request needs a fee this high, so this was stopped.',
      }
  }
}

export const window = { title: 'Confirm in a window of its own' } as const
