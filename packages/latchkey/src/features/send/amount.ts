import { formatAmount, InvalidAmountError, parseAmount } from '@latchkey/wire/amount'
import { getWorth, worthDecimals } from '../../core/account/portfolio/worth.js'
import * as limits from '../../core/runtime/limits.js'

export type Amount = {
  readonly units: bigint
  /** The text had more digits than the token has decimals. */
  readonly isRounded: boolean
}

/** Longer than any balance. */
const maxAmountLength = 96

/** The text of an amount field: digits and one dot, a comma counts as a dot. Undefined for anything else. */
export function normalizeAmount(text: string): string | undefined {
  const amount = text.trim().replace(',', '.')
  return amount.length <= maxAmountLength && /^\d*\.?\d*$/.test(amount) ? amount : undefined
}

/** Undefined for zero and for text that is no amount. */
export function safeParseAmount(text: string, decimals: number): Amount | undefined {
  try {
    const units = parseAmount(text, decimals)
    if (units <= 0n) return undefined
    return { units, isRounded: parseAmount(text, text.length + decimals) !== scaleUp(units, text) }
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

/** The same value with as many more decimals as the text has characters. */
function scaleUp(units: bigint, text: string): bigint {
  return units * 10n ** BigInt(text.length)
}

/** Rounded down to the token's decimals: never more than was typed. */
export function dollarsToUnits(text: string, price: number, decimals: number): bigint | undefined {
  // Priced by many tokens at once, so that very small prices keep their digits.
  const worth = getWorth({ units: manyTokens, decimals: 0, price })
  if (!worth) return undefined
  try {
    return (parseAmount(text, worthDecimals) * manyTokens * 10n ** BigInt(decimals)) / worth
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

const manyTokens = 10n ** 36n

/** The value in dollars as text for the amount field, cut to cents. */
export function toDollarText(units: bigint, decimals: number, price: number): string {
  const worth = getWorth({ units, decimals, price }) ?? 0n
  return formatAmount(worth, worthDecimals, { maxFraction: limits.fiatDecimals })
}
