import { ApiError } from '../../errors/ApiError.js'

/** Slippage is counted in ten thousandths of a percent. */
const stepsPerPercent = 10_000n
const stepsPerUnit = 100n * stepsPerPercent

/** The quote minus the slippage in percent, rounded in the user's favour. */
export function minimumReturn(quote: bigint, slippage: number): bigint {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(String(slippage))
  if (!match) {
    throw new ApiError(400, 'slippage', 'The slippage has more than four decimals.')
  }
  const [, percent = '0', fraction = ''] = match
  const steps = BigInt(percent) * stepsPerPercent + BigInt(fraction.padEnd(4, '0'))
  return (quote * (stepsPerUnit - steps) + stepsPerUnit - 1n) / stepsPerUnit
}
