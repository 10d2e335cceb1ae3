/** Texts of `send.ts`; word for word where the specification (§5, §8) fixes them. */

export const amountAndReceiverRequired = 'An amount and receiver address are required'
export const tokenRequired = 'A token is required'
export const unsupportedChain = 'Unsupported chain'
export const nameNotResolved = 'Error resolving name'
export const insufficientFunds = 'There is not enough in this account for the amount and the fee'
export const receiverChanged = 'This name now leads to another address. Nothing was sent'
export const reviewOutdated =
  'The account or the network changed. Nothing was sent, please review again'
export const lookAlike = 'Compare the addresses first. Nothing was sent'
export const inFlight = 'The same transfer may be on its way already'
export const failedOnChain = 'The network refused the transfer. Only the fee was spent'
export const feeUnknown = 'The network fee could not be estimated'
export const clipboard = 'The clipboard cannot be read here. Paste with the keyboard instead'
export const invalidReceiver = {
  address: 'This is neither an address nor a name',
  'only-address': 'This is not an address of this network',
  foreign: 'This address belongs to another network',
  mistyped: 'A character of this address is wrong. Copy it once more',
  zero: 'Nobody can take out what is sent to this address',
  'other-network': 'This code is for a payment on another network',
  'token-missing': 'This code asks for a token that you do not have',
  'not-a-payment': 'This code asks for more than a plain payment',
  'no-names': 'Names cannot be looked up here. Use an address',
  'name-characters': 'This name has characters that are not allowed, or that imitate others',
  'name-unknown': 'Nobody has this name',
} as const
