/** Words of the account name views. Import as `* as namesText`. */

export const choose = {
  row: 'Choose account name',
  title: 'Choose your account name',
  text: 'A short name in place of your long address, for everyone who knows you or wants to send you something. It is free.',
  action: 'Choose name',
  learn: 'Learn more about names',
  learnUrl: 'https://docs.ens.domains/learn/protocol',
} as const

export const register = {
  label: 'Account name',
  placeholder: 'your-name',
  hint: 'Letters, digits and hyphens, at least 4.',
  faults: {
    characters: 'Use only letters, digits and hyphens.',
    short: 'Use at least 4 characters.',
    long: 'Use at most 64 characters.',
    edge: 'A name neither begins nor ends with a hyphen.',
    encoded: 'The third and fourth characters cannot both be hyphens.',
  },
  list: 'Names',
  available: 'Available',
  registered: 'Registered',
  notChecked: 'Try again',
  submit: (name: string | undefined) => (name ? `Register ${name}` : 'Register'),
  signing: (wallet: string) => `Sign the message in ${wallet}. It costs nothing.`,
  nowhereTitle: 'No names here',
  nowhereText: 'Account names are not available on this network.',
} as const

export const owned = {
  title: 'You already own a name',
  text: 'Everyone can find you and send to you by it. An account has one name.',
  action: 'Go to account',
} as const

export const success = {
  title: 'Your name is ready',
  text: 'Everyone can find you and send to you by it from now on.',
  action: "Let's Go!",
  learn: 'Learn more',
} as const
