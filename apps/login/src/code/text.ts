/** Words of the code, device and number screens. */

export const code = {
  purposes: {
    login: 'Enter the code we sent to',
    confirm: 'To confirm that it is you, enter the code we sent to',
    export: 'To see your keys, enter the code we sent to',
    'update-primary': 'To change your email, enter the code we sent to your current address',
    'update-secondary': 'Enter the code we sent to your new address',
  },
  valid: (minutes: number) => `It is valid for ${minutes} minute${minutes === 1 ? '' : 's'}.`,
  label: (digits: number) => `${digits}-digit code`,
  checking: 'Checking the code…',
  notReceived: 'Didn’t receive it?',
  resend: 'Resend Code',
  resending: 'Sending…',
  resendIn: (seconds: number) => `Resend in ${seconds}s`,
  resent: 'Code email resent',
} as const

/** Shown while a proof of work is made. */
export const checking = {
  title: 'Checking…',
  text: 'This takes a few seconds. Then we send you an email.',
} as const

export const codeFaults = {
  'code-wrong': 'That is not the code. Check the email and try again.',
  'code-expired': 'This code has expired. Ask for a new one below.',
  'too-many': 'Too many wrong codes. Wait a while before you try again.',
  // The code was right, but the address belongs to another account.
  'email-taken': 'Another wallet uses this address. Go back and choose another one.',
  unreachable: 'No connection. Check your network, then enter the code again.',
  other: 'The code could not be checked. Try again in a moment.',
} as const

export const resendFaults = {
  'too-soon': 'A code was sent a moment ago. Look in your inbox, also under spam.',
  'too-many': 'Too many emails were asked for. Wait a while before you try again.',
  unreachable: 'No connection. The email was not sent.',
  other: 'The email was not sent. Try again in a moment.',
} as const

/** For a wait that the provider named. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `Try again in ${Math.ceil(seconds)} seconds.`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `Try again in ${minutes} minutes.`
  return `Try again in ${Math.ceil(minutes / 60)} hours.`
}

export const device = {
  title: 'Approve this device',
  sent: 'This device is new. Open the link we sent to',
  number: 'Type this number there:',
  after: 'Then your code comes by email.',
  notReceived: 'Didn’t receive it?',
  resend: 'Resend email',
  resent: 'Email resent',
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
  title: 'Type the number',
  provider: (id: string) => providers[id] ?? id,
  text: (provider: string) => `The page where you logged in with ${provider} shows four digits.`,
  label: 'Four-digit number',
  checking: 'Checking the number…',
  warning: 'If you did not start this log-in, close this.',
} as const

export const numberFaults = {
  'number-wrong': 'That is not the number. Check the other page and try again.',
  'login-failed': 'Too many wrong numbers. Start the log-in again.',
  unreachable: 'No connection. Check your network and try again.',
  other: 'The number could not be checked. Start the log-in again.',
} as const

export const recovery = {
  title: 'Set up your wallet here',
  mailed: 'Your wallet is on another device. Open the link we emailed you and type this number:',
  mailHint: 'The link works for 30 minutes. Approve only what you started yourself.',
  waitingTitle: 'Your wallet opens later',
  waiting: (when: string) =>
    `This account has no email or passkey, so your wallet opens here on ${when}.`,
  afterWait: 'Your other devices show this and can cancel it. Log in again after that time.',
  refusedTitle: 'Not set up',
  refused: 'The request was declined or has expired. Log in again to start over.',
  close: 'Close',
  cancel: 'Cancel',
} as const

/** The same for an account that has no wallet yet. */
export const firstWallet = {
  ...recovery,
  title: 'Confirm your new wallet',
  mailed: 'To be sure it is you, open the link we emailed you and type this number:',
  waitingTitle: 'Your wallet is made later',
  waiting: (when: string) =>
    `This account has no email address, so its wallet can be made after ${when}.`,
  afterWait: 'Log in again here after that time. For a wallet right now, log in with email.',
  refusedTitle: 'No wallet was made',
} as const

export const passkeyOffer = {
  title: 'Protect your new wallet',
  text: 'With a passkey, only you can open it on a new device. You can also add one later.',
  add: 'Add a passkey',
  busy: 'Follow your browser…',
  skip: 'Not now',
  failed: 'No passkey was added. Try again, or go on without.',
  late: 'Your log-in is too old for this now. Add the passkey later, in your account.',
  goOn: 'Continue',
} as const
