/**
 * Texts of errors that reach a person, word for word where the specification (§8) fixes them.
 * Import as `* as errorText`; one export each, so that a page carries only those it can show.
 */

export const bothSignIns = 'Cannot set both `siweConfig` and `siwx` options'
export const userRejected = 'Connection rejected'
export const requestRejected = 'Request declined in the wallet'
export const modalClosed = 'Modal closed'
export const chainNotSupported = 'Chain is not supported'
export const adapterNotFound = 'Adapter not found'
export const networkNotFound = 'CaipNetwork not found'
export const notConnected = 'CaipNetwork or CaipAddress is undefined'
export const providerNotFound = 'Provider not found.'
export const disconnectFailed = (reasons: string) => `Failed to disconnect chains: ${reasons}`
export const noAdapterFor = (namespace: string) => `No adapter for the namespace ${namespace}`
export const unknownStatus = (status: string) => `Unknown connection status: ${status}`
export const badOption = (option: string, problem: string) => `Option \`${option}\` ${problem}`
export const walletTimeout = (name: string) => `${name} did not answer in time`
export const walletFailed = (name: string) => `${name} could not complete the request`
export const walletAnswer = (method: string) => `The wallet's answer to ${method} makes no sense`
export const walletBusy = (name: string) =>
  `${name} already has a request open. Look for its window`
export const wrongSigner = 'The wallet answered for another account than the one shown'
export const wrongTransaction = 'The wallet sent another transaction than the one asked for'
export const nodeFailed = 'The network could not be reached'
export const loadFailed =
  'A part of the wallet window could not be loaded. Check the connection and try again'
export const destroyed = 'This widget was destroyed'
export const notCreated = (hook: string) => `Call \`createLatchkey\` before using \`${hook}\``
export const relayUnavailable =
  'The connection service cannot be reached. Check the connection and try again'
export const relayRefused = 'The connection service refused this site'
export const pairingFailed = 'The wallet could not be connected. Scan a new code'
export const pairingOff = 'Pairing needs the options `relayUrls` and `projectId`'
export const walletLink = 'This wallet has no link that can be opened here'
export const unexpected = 'Something went wrong'
export const invalidRequest = {
  account: 'The request is for another account than the connected one',
  network: 'The request is for another network than the active one',
  parameters: 'The request has parameters this method cannot have',
} as const
