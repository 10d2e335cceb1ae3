import type { SocialProvider } from '../config/features.js'

/** Texts of the email and social log-in. Import as `* as loginText`. */

export const providerNames: { readonly [provider in SocialProvider | 'email']: string } = {
  email: 'Email',
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

export const wallets = 'Continue with a wallet'

export const email = {
  label: 'Email',
  submit: 'Continue with this email',
  invalid: 'Check the email address and try again.',
  lead: 'We send a code to your inbox. No password, no app.',
} as const

export const socials = {
  label: 'Social logins',
  continueWith: (provider: string) => `Continue with ${provider}`,
  more: 'More ways to log in',
} as const

export const connecting = {
  title: 'Loading user data',
  text: 'Please wait while your wallet is prepared.',
} as const

export const social = {
  title: (provider: string) => `Log in with ${provider}`,
  opening: 'Opening the provider window',
  waiting: 'Connect in the provider window',
  retrieving: 'Retrieving user data',
  failed: 'Something went wrong',
  blocked: 'Your browser blocked the window',
  open: (provider: string) => `Open ${provider}`,
  tryAgain: 'Try again',
  cancel: 'Cancel',
} as const

/** Titles by error code, for attempts that ended without a fault. */
export const endings: Readonly<Record<string, string>> = {
  'login/social-cancelled': 'Log-in cancelled',
  'login/social-wallet-pending': 'Your wallet is not ready yet',
  'login/social-passkey-needed': 'Passkey needed',
}

export const farcaster = {
  scan: 'Scan with your phone camera, then accept in Farcaster.',
  code: 'Farcaster login code',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  phoneTitle: 'Continue in Farcaster',
  phoneText: 'Accept the log-in in the app, then enter the number it shows.',
  open: 'Open farcaster',
  title: 'Log in with Farcaster',
  tryAgain: 'Try again',
} as const

export const update = {
  label: 'Email',
  text: 'We send a code to your current email first, then one to the new email.',
  save: 'Save',
  cancel: 'Cancel',
} as const

export const settings = {
  /** On the account view, for screen readers. */
  open: 'Account settings',
  embedded: 'Embedded wallet',
  types: { eoa: 'EOA', smartAccount: 'Smart account' },
  typeLabels: { eoa: 'EOA Account', smartAccount: 'Smart Account' },
  upgrade: 'Upgrade your wallet',
  upgradeText: 'Manage it on its own site',
  email: 'Change email',
  loggedInWith: (provider: string) => `Logged in with ${provider}`,
  network: 'Network',
  noNetwork: 'Choose a network',
  switchTo: { eoa: 'Switch to your EOA', smartAccount: 'Switch to your Smart Account' },
  nowIn: { eoa: 'Now: EOA', smartAccount: 'Now: Smart Account' },
  security: 'Key and security',
  securityText: 'Export, passkey, devices',
  disconnect: 'Disconnect',
} as const

export const upgrade = {
  title: 'Your wallet has its own site',
  text: 'Follow the instructions on',
  note: 'When you are done there, come back and connect again.',
} as const
