/** Words of the account's own pages. */

const logIn = 'Log out and log in again, then come back within five minutes.'

export const keyInfo = {
  title: 'Your keys',
  made: 'They are made in your browser and kept in three parts, apart from each other. No site ever sees them.',
  trust: {
    'operator-can-rebuild': {
      title: 'Who could rebuild them',
      text: 'Without a passkey, the operator of this service can rebuild your wallet. Add one to prevent it.',
    },
    'passkey-needed': {
      title: 'Protected by your passkey',
      text: 'On a new device your wallet opens only with your passkey. Nobody can rebuild it without the passkey, not even the operator of this service. Keep it, or export your keys.',
    },
  },
  trustUnknown: 'Recovery settings could not be loaded. Try again later.',
  addresses: { eip155: 'Ethereum and alike', solana: 'Solana' },
} as const

export const passkey = {
  add: 'Add a passkey',
  busy: 'Follow your browser…',
  added: 'Passkey added',
  remove: 'Remove the passkey',
  removed: 'Passkey removed',
  failed: 'Nothing was changed. Try again.',
  logIn,
} as const

export const reveal = {
  open: 'Export keys',
  title: 'Export your keys',
  warning: {
    title: 'Anyone who sees a key owns its funds',
    text: 'Nobody honest will ever ask you for it. Make sure that no one looks on and no screen is shared.',
  },
  start: 'Continue',
  starting: 'One moment…',
  hold: 'Press to reveal',
  hide: 'Hide',
  copy: 'Copy',
  copied: 'Copied',
  left: (seconds: number) => `Hidden for good in ${seconds} s`,
  keys: { eip155: 'Private key for Ethereum and alike', solana: 'Private key for Solana' },
  fault: 'The keys were not shown. Try again in a moment.',
  logIn,
  back: 'Back',
} as const

export const sessions = {
  open: 'Where you are logged in',
  title: 'Where you are logged in',
  here: 'This site, now',
  used: (when: string) => `Last used ${when}`,
  endOthers: 'End all others',
  ending: 'Ending…',
  ended: 'All others were ended',
  fault: 'It could not be loaded. Check your connection.',
  endFault: 'They were not ended. Try again.',
  again: 'Try again',
  none: 'Nowhere else.',
} as const

export const inWindow = { title: 'Your account opens in a window' } as const

export const done = 'Done'
