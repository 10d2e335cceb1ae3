/** Texts of the screens shown during a log-in. */

export const code = {
  purposes: {
    login: 'Enter the code we sent to',
    confirm: 'To confirm it’s you, enter the code we sent to',
    export: 'To see your keys, enter the code we sent to',
    'update-primary': 'To change your email, enter the code we sent to your current address',
    'update-secondary': 'Enter the code we sent to your new address',
  },
  valid: (minutes: number) => `The code is valid for ${minutes} minute${minutes === 1 ? '' : 's'}.`,
  label: (digits: number) => `${digits}-digit code`,
  checking: 'Checking the code…',
  notReceived: 'Didn’t receive it?',
  resend: 'Resend code',
  resending: 'Sending…',
  resendIn: (seconds: number) => `Resend in ${seconds} s`,
  resent: 'We sent you a new code',
} as const

/** Shown during the proof of work. */
export const checking = {
  title: 'Checking…',
  text: 'This takes a few seconds. Then we will send you an email.',
} as const

export const codeErrors = {
  'code-wrong': 'Wrong code. Check the email and try again.',
  'code-expired': 'This code has expired. Request a new one below.',
  'too-many': 'Too many wrong codes. Wait a while, then try again.',
  // The code was right, but the address belongs to another account.
  'email-taken': 'Another account uses this email. Go back and choose a different one.',
  unreachable: 'No connection. Check your network, then enter the code again.',
  other: 'We could not check the code. Try again in a moment.',
} as const

export const resendErrors = {
  'too-soon': 'We just sent you a code. Check your inbox and your spam folder.',
  'too-many': 'Too many emails requested. Wait a while, then try again.',
  unreachable: 'The email was not sent. Check your connection and try again.',
  other: 'The email was not sent. Try again in a moment.',
} as const

/** The wait that the provider asks for. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `Try again in ${Math.ceil(seconds)} seconds.`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `Try again in ${minutes} minutes.`
  return `Try again in ${Math.ceil(minutes / 60)} hours.`
}

const maxEmailLength = 30

/** Shortened in the middle, so that the start and the domain stay visible. */
export function shortEmail(email: string): string {
  if (email.length <= maxEmailLength) return email
  return `${email.slice(0, 14)}…${email.slice(-(maxEmailLength - 15))}`
}

export const device = {
  title: 'Approve this device',
  sent: 'This is a new device. Open the link we sent to',
  number: 'Enter this number there:',
  after: 'We will then email you a code.',
  notReceived: 'Didn’t receive it?',
  resend: 'Resend email',
  resent: 'Email sent again',
} as const

const providers: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}

export const number = {
  title: 'Enter the number',
  provider: (id: string) => providers[id] ?? id,
  text: (provider: string) =>
    `Enter the four digits shown on the page where you logged in with ${provider}.`,
  label: 'Four-digit number',
  checking: 'Checking the number…',
  warning: 'If you did not start this log-in, do not enter the number.',
} as const

export const numberErrors = {
  'number-wrong': 'Wrong number. Check the other page and try again.',
  'login-failed': 'Too many wrong numbers. Start the log-in again.',
  unreachable: 'No connection. Check your network and try again.',
  other: 'We could not check the number. Start the log-in again.',
} as const

export const recovery = {
  title: 'Set up your wallet here',
  mailed: 'Your wallet is on another device. Open the link we emailed you and enter this number:',
  mailHint: 'The link works for 30 minutes. Approve it only if you started this.',
  waitingTitle: 'Your wallet will open later',
  waiting: (when: string) =>
    `This account has no email or passkey, so your wallet opens here on ${when}.`,
  afterWait: 'Your other devices show this and can cancel it. Log in again after that time.',
  rejectedTitle: 'Wallet not set up',
  rejected: 'The request was declined or has expired. Log in again to start over.',
  close: 'Close',
  cancel: 'Cancel',
} as const

/** The same for an account that has no wallet yet. */
export const firstWallet = {
  ...recovery,
  title: 'Confirm your new wallet',
  mailed: 'To confirm it’s you, open the link we emailed you and enter this number:',
  waitingTitle: 'Your wallet is not ready yet',
  waiting: (when: string) =>
    `This account has no email, so its wallet can be created after ${when}.`,
  afterWait: 'Log in again here after that time, or log in with email to get a wallet now.',
  rejectedTitle: 'No wallet was created',
} as const

export const passkeyOffer = {
  title: 'Protect your new wallet',
  text: 'With a passkey, only you can open it on a new device. You can also add one later.',
  add: 'Add a passkey',
  busy: 'Continue in your browser…',
  skip: 'Not now',
  failed: 'No passkey was added. Try again, or continue without one.',
  late: 'Your log-in is too old for this. Add a passkey later in your account settings.',
  goOn: 'Continue',
} as const
