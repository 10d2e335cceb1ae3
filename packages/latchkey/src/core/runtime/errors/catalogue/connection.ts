/** Texts of `connection.ts`; word for word where the specification (§8) fixes them. */

export const userRejected = 'Connection rejected'
export const requestRejected = 'Request declined in the wallet'
export const modalClosed = 'Modal closed'
export const notConnected = 'CaipNetwork or CaipAddress is undefined'
export const providerNotFound = 'Provider not found.'
export const disconnectFailed = (reasons: string) => `Failed to disconnect chains: ${reasons}`
export const unknownStatus = (status: string) => `Unknown connection status: ${status}`
