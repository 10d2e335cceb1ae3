/** Texts of the buttons on the page. */
export const buttonText = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  selectNetwork: 'Select Network',
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  loadingBalance: 'Loading balance',
  signIn: 'Sign In',
  /** When the modal could not be loaded. */
  failed: 'Try again',
  /** When the balance is unavailable. */
  noBalance: '–',
  account: (name: string) => `Account ${name}`,
  unsigned: (account: string) => (text: string) => `${text}, account ${account}`,
  network: (name: string) => `Network ${name}`,
} as const
