/** Texts of `wallet.ts`; word for word where the specification (§8) fixes them. */

export const walletTimeout = (name: string) => `${name} did not answer in time`
export const walletFailed = (name: string) => `${name} could not complete the request`
export const walletAnswer = 'The wallet gave an answer that cannot be used. Try again'
export const walletBusy = (name: string) =>
  `${name} already has a request open. Look for its window`
export const malformedCapabilities = 'Error parsing wallet capabilities'
export const wrongSigner = 'The wallet answered for another account than the one shown'
export const wrongTransaction = 'The wallet sent another transaction than the one asked for'
export const invalidRequest = {
  account: 'The request is for another account than the connected one',
  network: 'The request is for another network than the active one',
  parameters: 'The request has parameters this method cannot have',
} as const
export const unsupportedMethod = 'This wallet cannot do that. Use another wallet for it'
export const walletLink = 'This wallet has no link that can be opened here'
