/** Texts of `login.ts`; word for word where the specification (§5, §8) fixes them. */

export const frameFailed = 'An error occurred'
export const requestAborted = 'Request was aborted'
export const frameAborted = 'Something went wrong'
export const frameNotSet = 'W3mFrame: iframe is not set'
export const noDependency = 'Unable to load email login dependency'
export const loadTimeout = 'The login page did not load. Check the connection and try again'
export const requestTimeout = 'The login page did not answer in time. Try again'
export const unverifiedDomain = 'This site may not offer the login page'

export const noLogin = 'No auth connector found'
export const notLoggedIn = 'Not connected to email or social'
export const noAddress = 'Address or auth connector not found'
export const noAccountSwitch = 'Smart accounts are not available here'

export const invalidEmail = 'Invalid email'
export const cooldown = (seconds: number) => `Please try again after ${seconds} seconds`

export const social = {
  'popup-closed': 'Popup closed',
  'not-started': 'Failed to initiate social connection',
  'not-connected': 'Failed to connect',
  farcaster: 'Failed to connect to farcaster',
  cancelled: 'The log-in was not finished. Try again when you are ready',
  'wallet-pending': 'Approve it or wait, then log in again',
  'passkey-needed': 'This wallet opens only with its passkey. Try again and use it',
} as const

export const actionNotAllowed = 'Action not allowed'
export const notAllowed = 'Requested RPC call is not allowed'
