/** Texts of the account pages. */

const logIn = 'Log out, log in again and come back within five minutes.'

export const keyInfo = {
  title: 'Your keys',
  made: 'Created in your browser and stored in three separate parts. No site ever sees them.',
  trust: {
    'operator-can-rebuild': {
      title: 'Who can restore your wallet',
      text: 'Without a passkey, the operator of this service can. Add a passkey to prevent that.',
    },
    'passkey-needed': {
      title: 'Protected by your passkey',
      text: 'Nobody can restore this wallet without it. Keep the passkey, or export your keys.',
    },
  },
  trustUnknown: 'Recovery settings could not be loaded. Try again later.',
  addresses: { eip155: 'Ethereum and compatible', solana: 'Solana' },
} as const

export const passkey = {
  add: 'Add a passkey',
  busy: 'Continue in your browser…',
  added: 'Passkey added',
  remove: 'Remove passkey',
  removed: 'Passkey removed',
  failed: 'Nothing was changed. Try again.',
  logIn,
} as const

export const reveal = {
  open: 'Export keys',
  title: 'Export your keys',
  warning: {
    title: 'Never show your keys to anyone',
    text: 'Anyone who sees a key can take your funds. Make sure nobody can see your screen.',
  },
  start: 'Continue',
  starting: 'One moment…',
  hold: 'Show key',
  hide: 'Hide',
  copy: 'Copy',
  copied: 'Copied',
  left: (seconds: number) => `The keys disappear in ${seconds} s`,
  keys: { eip155: 'Private key for Ethereum and compatible', solana: 'Private key for Solana' },
  errorText: 'The keys could not be shown. Try again in a moment.',
  logIn,
} as const

export const sessions = {
  open: 'Where you are logged in',
  title: 'Where you are logged in',
  here: 'Current session',
  used: (when: string) => `Last used ${when}`,
  endOthers: 'Log out everywhere else',
  ending: 'Logging out…',
  ended: 'Logged out everywhere else',
  errorText: 'Your log-ins could not be loaded. Check your connection.',
  endFault: 'The other log-ins are still active. Try again.',
  none: 'You are not logged in anywhere else.',
} as const

export const permissions = {
  open: 'What sites may do',
  title: 'What sites may do',
  text: 'You allowed these sites to act without asking you. What is left comes from the network.',
  none: 'No site may act without asking you.',
  errorText: 'The permissions could not be loaded. Check your connection.',
  until: (when: string) => `Until ${when}`,
  of: (left: string, max: string) => `${left} of ${max}`,
  each: (period: string) => `each ${period}`,
  left: 'Left to spend',
  calls: 'Actions left',
  fees: 'Network fees left',
  contract: 'May call',
  unknown: 'The network does not respond, so it is not known what is left.',
  revoke: 'Revoke',
  revokeAll: 'Revoke all',
  /** Names the site, for screen readers. */
  revokeOf: (host: string) => `Revoke the permission of ${host}`,
  confirm: {
    one: (host: string) => `Revoke the permission of ${host}?`,
    all: 'Revoke all permissions?',
    text: 'It takes effect as soon as the network has confirmed it.',
    allText: 'Also ends any that are not listed. Each network needs its own confirmation.',
    fee: (name: string) => `Fee on ${name}`,
    sponsored: 'Paid for you',
    noFee: 'Cannot be paid',
    noFeeText: 'The account has too little there to pay the fee. Send it some coins first.',
  },
  revoking: 'Revoking…',
  revoked: 'Revoked',
  failed: (names: string) => `Still valid on ${names}. Try again.`,
  logIn,
} as const

export const delegations = {
  open: 'Smart features',
  title: 'Smart features',
  text: 'Your EOA can run a contract of this wallet. Then it can make several calls at once.',
  account: 'Your EOA',
  none: 'None of the networks here supports it.',
  errorText: 'The networks could not be asked. Check your connection.',
  status: {
    none: 'Off',
    own: 'On',
    foreign: 'Runs another contract',
    unknown: 'The network does not respond',
  },
  change: { none: 'Turn on', own: 'Turn off', foreign: 'Remove' },
  /** Names the network, for screen readers. */
  changeOn: (change: string, network: string) => `${change} on ${network}`,
  confirm: {
    none: {
      title: 'Make this account smart?',
      texts: (network: string) => [
        `Your account will run the contract below on ${network}. This is called a delegation.`,
        'Sites can then ask for several calls at once, all or none. You still confirm each time.',
        'Address, funds and keys stay the same. Only your key can give the contract orders.',
        'You can end it here at any time, for a network fee.',
      ],
      verb: 'Make it smart',
    },
    own: {
      title: 'Make it a plain account again?',
      texts: (network: string) => [
        `Your account stops running the contract on ${network}. Address and funds stay the same.`,
      ],
      verb: 'Turn off',
    },
    foreign: {
      title: 'Remove the other contract?',
      texts: (network: string) => [
        `Your key was used elsewhere to make your account run this contract on ${network}.`,
        'It can do anything with your account there. Remove it unless you know it.',
      ],
      verb: 'Remove',
    },
  },
  contract: 'Contract',
  fee: (network: string) => `Fee on ${network}`,
  atMost: (amount: string) => `At most ${amount}`,
  feeUnknown: 'Unknown',
  unaudited: {
    title: 'Nobody has audited the contract',
    text: 'A mistake in it could cost you what this account has on the network.',
  },
  unpaid: {
    title: 'Cannot be paid',
    text: (fee: string) => `This account has too little there. ${fee} is needed.`,
  },
  busy: 'Waiting for the network…',
  done: {
    start: (network: string) => `Your account is smart on ${network} now`,
    end: (network: string) => `Your account runs no contract on ${network} now`,
  },
  faults: { failed: 'Not confirmed yet. Go back and check before you try again.', logIn },
} as const

export const inWindow = { title: 'Open your account in a window' } as const

export const done = 'Done'

export const back = 'Back'

export const again = 'Try again'
