/** Texts of `transfer.ts`. */

export const transferRefused = 'The network would refuse this transfer. Nothing was sent'
export const alreadyAsked = 'The wallet was asked for this already. Look there first'
