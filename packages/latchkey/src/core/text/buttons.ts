/** Texts of the buttons on the page. */
export const buttonText = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  selectNetwork: 'Select Network',
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  loadingBalance: 'Loading balance',
  /** After the wallet window could not be loaded; pressing again tries again. */
  failed: 'Try again',
  /** In place of a balance that cannot be had. */
  noBalance: '–',
  account: (name: string) => `Account ${name}`,
  network: (name: string) => `Network ${name}`,
} as const
