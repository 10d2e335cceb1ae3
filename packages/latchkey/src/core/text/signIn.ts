/** Texts of signing in with a wallet. Import as `* as signInText`. */

export const signIn = {
  title: (site: string) => `Sign in to ${site}`,
  signedTitle: 'Signed in',
  /** For a site without a name. */
  unnamedSite: 'Dapp',
  text: 'Sign a message to prove that this account is yours. It costs nothing.',
  requiredText: 'If you cancel, your wallet is disconnected.',
  details: 'Details',
  website: 'Website',
  account: 'Account',
  network: 'Network',
  showMessage: 'Show message',
  hideMessage: 'Hide message',
  message: 'Message to sign',
  preparing: 'Preparing the message',
  sign: 'Sign',
  signing: 'Signing...',
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  waitingTitle: (wallet: string) => `Continue in ${wallet}`,
  waitingText: 'Check the message there, then sign it.',
  submittedTitle: 'Message signed',
  submittedText: 'Waiting for the site.',
  /** For a wallet without a name. */
  unnamedWallet: 'your wallet',
  tryAgain: 'Try again',
} as const

/** Why a sign-in did not succeed, and what to do. */
export const signInFailures = {
  rejected: {
    title: 'Signature declined',
    text: 'Nothing was signed. Try again.',
  },
  failed: {
    title: 'You are not signed in',
    text: 'Something went wrong. Try again.',
  },
  wrongAccount: {
    title: 'Wrong account',
    text: (wallet: string) => `Choose this account in ${wallet}, then sign:`,
  },
  offline: {
    title: 'You are offline',
    text: 'Check your connection, then try again.',
  },
  notPrepared: {
    title: 'Message not available',
    text: 'The site could not prepare the message. Try again in a moment.',
  },
} as const
