/** Texts of `network.ts`; word for word where the specification (§8) fixes them. */

export const chainNotSupported = 'Chain is not supported'
export const adapterNotFound = 'Adapter not found'
export const networkNotFound = 'CaipNetwork not found'
export const noAdapterFor = (namespace: string) => `No adapter for the namespace ${namespace}`
export const nodeFailed = 'The network could not be reached'
