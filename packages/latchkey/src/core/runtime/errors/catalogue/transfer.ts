/** Texts of `transfer.ts`. */

export const transferRefused = 'The network would refuse this transfer. Nothing was sent'
export const alreadyAsked = 'The wallet was asked for this already. Look there first'
export const notEnoughCoins = {
  fees: (symbol: string) => `There is not enough ${symbol} in this account for fees or rent`,
  amount: (symbol: string) => `There is not enough ${symbol} in this account for this transfer`,
  opening: (symbol: string) => `This address is new and needs more ${symbol} to be opened`,
} as const
export const expired = 'The wallet answered too late for the network. Nothing was sent, try again'
