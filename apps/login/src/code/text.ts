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
  label: 'Six-digit code',
  checking: 'Checking the code…',
  notReceived: 'Didn’t receive it?',
  resend: 'Resend Code',
  resending: 'Sending…',
  resendIn: (seconds: number) => `Resend in ${seconds}s`,
  resent: 'Code email resent',
} as const

export const codeFaults = {
  'code-wrong': 'That is not the code. Check the email and try again.',
  'code-expired': 'This code has expired. Ask for a new one below.',
  'too-many': 'Too many wrong codes. Wait a while before you try again.',
  // The code was right; the address belongs to somebody else.
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
}

export const number = {
  title: 'Type this number',
  provider: (id: string) => providers[id] ?? id,
  text: (provider: string) => `In the ${provider} window, type this number to go on.`,
  warning: 'If you did not start this, close the window.',
} as const
