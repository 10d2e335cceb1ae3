import { ApiError } from '../../errors/ApiError.js'

/** Slippage is counted in ten thousandths of a percent. */
const STEPS_PER_PERCENT = 10_000n
const WHOLE = 100n * STEPS_PER_PERCENT

/** The quote minus the slippage in percent, rounded in the user's favour. */
export function minimumReturn(quote: bigint, slippage: number): bigint {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(String(slippage))
  if (!match) {
    throw new ApiError(400, 'slippage', 'The slippage has more than four decimals.')
  }
  const [, percent = '0', fraction = ''] = match
  const steps = BigInt(percent) * STEPS_PER_PERCENT + BigInt(fraction.padEnd(4, '0'))
  return (quote * (WHOLE - steps) + WHOLE - 1n) / WHOLE
}
