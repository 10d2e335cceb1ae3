import { ApiError } from '../../errors/ApiError.js'

const millionthsPerPercent = 10_000
const millionths = 1_000_000n
const maxPercent = 50

/** The slippage in millionths. Throws an ApiError for more than four decimals or 50 percent. */
export function parseSlippage(percent: number | string): number {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(String(percent))
  if (!match) {
    throw new ApiError(400, 'slippage', 'The slippage has more than four decimals.')
  }
  const [, whole = '0', fraction = ''] = match
  const slippage = Number(whole) * millionthsPerPercent + Number(fraction.padEnd(4, '0'))
  if (slippage <= maxPercent * millionthsPerPercent) return slippage
  throw new ApiError(400, 'slippage', 'The slippage is above 50 percent.')
}

/** The quote minus the slippage in millionths, rounded in the user's favour. */
export function minimumReturn(quote: bigint, slippage: number): bigint {
  return (quote * (millionths - BigInt(slippage)) + millionths - 1n) / millionths
}

/** The largest slippage with which at least `minimum` of the quote is left. */
export function slippageFor(quote: bigint, minimum: bigint): number {
  return Number(((quote - minimum) * millionths) / quote)
}
