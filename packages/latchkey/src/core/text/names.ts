/** Texts of the account name views. Import as `* as namesText`. */

export const choose = {
  row: 'Choose account name',
  title: 'Choose your account name',
  text: 'A short, free name instead of your long address. People can use it to send to you.',
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
    edge: 'A name cannot start or end with a hyphen.',
    encoded: 'The third and fourth characters cannot both be hyphens.',
  },
  list: 'Names',
  available: 'Available',
  registered: 'Registered',
  notChecked: 'Try again',
  submit: (name: string | undefined) => (name ? `Register ${name}` : 'Register'),
  signing: (wallet: string) => `Sign the message in ${wallet}. It costs nothing.`,
  unavailableTitle: 'Names not available',
  unavailableText: 'Account names are not available on this network. Try another network.',
} as const

export const owned = {
  title: 'You already own a name',
  text: 'People can use it to send to you. Each account can have one name.',
  action: 'Go to account',
} as const

export const success = {
  title: 'Your name is ready',
  text: 'People can now use it to send to you.',
  action: "Let's Go!",
  learn: 'Learn more',
} as const
