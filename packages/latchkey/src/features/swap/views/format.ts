import { formatAmount } from '@latchkey/wire/amount'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { formatFiat, getWorth, worthDecimals } from '../../../core/account/portfolio/worth.js'
import { formatBalance } from '../../../core/format/format.js'
import { details } from '../../../core/text/swap.js'
import type { SwapQuote } from '../store.js'

/** Public surface §4.9: decimals of the expected amount, the rate and balances. */
const expectedDecimals = 6
const rateDecimals = 3
export const ownDecimals = 2

/** Small rates need more digits than three to say anything. */
const smallRateDecimals = 8

export function formatWorth(worth: bigint): string {
  return formatFiat(worth, worthDecimals)
}

/** The value of what the account owns; undefined without a price. */
export function formatTokenWorth(token: Holding): string | undefined {
  const worth = getWorth(token)
  return worth === undefined ? undefined : formatWorth(worth)
}

type Token = Pick<Holding, 'decimals' | 'symbol'>

/** `1,234.567891 USDC`, cut after six decimals. */
export function formatTokens(units: bigint, { decimals, symbol }: Token): string {
  return `${formatBalance(units, decimals, expectedDecimals)} ${symbol}`
}

/** All digits, with thousands separators. */
export function formatExact(units: bigint, decimals: number): string {
  return formatBalance(units, decimals, decimals)
}

/** For a field: without separators. */
export function formatExpected(units: bigint, decimals: number): string {
  return formatAmount(units, decimals, { maxFraction: expectedDecimals })
}

/** `1 ETH = 2,461.233 USDC`. */
export function formatRate({ rate, sourceToken, toToken }: SwapQuote): string {
  const isSmall = rate * 1000n < 10n ** BigInt(toToken.decimals)
  const decimals = isSmall ? smallRateDecimals : rateDecimals
  const amount = formatBalance(rate, toToken.decimals, decimals)
  return details.rate(sourceToken.symbol, amount, toToken.symbol)
}

/** Hundredths of a percent as `1.25%`; a gain is no impact. */
export function formatImpact(impact: bigint): string {
  if (impact <= 0n) return details.percent('0')
  return details.percent(formatAmount(impact, 2))
}

export function formatPercent(value: number): string {
  return details.percent(String(value))
}

/** The share of the exchange's fee in the amount, in hundredths of a percent. */
export function feeShare({ exchangeFee, sourceUnits }: SwapQuote): string | undefined {
  if (exchangeFee === undefined || sourceUnits === 0n) return undefined
  return details.percent(formatAmount((exchangeFee * 10_000n) / sourceUnits, 2))
}
