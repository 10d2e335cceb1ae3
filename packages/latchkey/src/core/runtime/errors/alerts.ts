import type { Alert } from '../../modal/store.js'

/**
 * Messages for the site's developer: short in the modal, long in the console. Import as `* as
 * alerts`: single exports keep unused ones out of the bundle.
 */

const howToAllow = "Add it to the project's origins with `latchkey-provider project set-origins`."

export const switchNetworkNotFound: Alert = {
  code: 'SWITCH_NETWORK_NOT_FOUND',
  variant: 'error',
  short: 'Network Not Found',
  long: 'The network is not in the `networks` option. Add it there, or with `addNetwork`.',
}

export const invalidAppConfiguration = (origin: string): Alert => ({
  code: 'INVALID_APP_CONFIGURATION',
  variant: 'error',
  short: 'Invalid App Configuration',
  long: `The origin ${origin} is not allowed for this project. ${howToAllow}`,
})

export const iframeLoadFailed: Alert = {
  code: 'IFRAME_LOAD_FAILED',
  variant: 'error',
  short: 'Embedded Wallet Could Not Be Loaded',
  long: 'The login frame did not load. Check the connection, `providerUrls.login` and `frame-src` of the content security policy.',
}

export const iframeRequestTimeout: Alert = {
  code: 'IFRAME_REQUEST_TIMEOUT',
  variant: 'error',
  short: 'Embedded Wallet Request Timed Out',
  long: 'The login frame did not respond to a request in time.',
}

export const unverifiedDomain: Alert = {
  code: 'UNVERIFIED_DOMAIN',
  variant: 'error',
  short: 'Invalid App Configuration',
  long: `This domain is not verified for the embedded wallet. ${howToAllow}`,
}

export const jwtTokenNotValid: Alert = {
  code: 'JWT_TOKEN_NOT_VALID',
  variant: 'error',
  short: 'Session Expired',
  long: 'The relay rejected the token as expired or not yet valid. Check the clock of this device.',
}

export const invalidProjectId: Alert = {
  code: 'INVALID_PROJECT_ID',
  variant: 'error',
  short: 'Invalid App Configuration',
  long: 'The provider does not know this `projectId`. Correct it, or create the project with `latchkey-provider project create`.',
}

/** The provider cannot be reached, or does not know the project. */
export const projectNotFound = (providerUrl: string): Alert => ({
  code: 'PROJECT_ID_NOT_CONFIGURED',
  variant: 'error',
  short: 'Project ID Not Configured',
  long: `The provider at ${providerUrl} cannot be reached or has no such project. Check \`providerUrl\`, \`projectId\` and \`connect-src\` of the content security policy. Until then the site's own settings are used.`,
})

export const serverErrorAppConfiguration = (message: string): Alert => ({
  code: 'SERVER_ERROR_APP_CONFIGURATION',
  variant: 'error',
  short: 'Server Error',
  long: `The configuration of the project could not be read: ${message}`,
})

export const rateLimitedAppConfiguration: Alert = {
  code: 'RATE_LIMITED_APP_CONFIGURATION',
  variant: 'error',
  short: 'Rate Limited',
  long: 'The configuration was read too often. Try again later.',
}

export const localConfigurationIgnored = (labels: readonly string[]): Alert => ({
  code: 'LOCAL_CONFIGURATION_IGNORED',
  variant: 'warning',
  short: 'Local configuration ignored',
  long: `The configuration of the provider overrides these options: ${labels.join(', ')}`,
})

/** `caller` is the method or hook that needs several wallets. */
export const multiWalletNotEnabled = (caller: string): Alert => ({
  code: 'MULTI_WALLET_NOT_ENABLED',
  variant: 'info',
  short: 'Multi-Wallet Not Enabled',
  long: `Multi-wallet is not enabled. Enable it in the project dashboard, or with \`features: { multiWallet: true }\`, to use \`${caller}\`.`,
})
