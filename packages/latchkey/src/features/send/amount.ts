import { formatAmount, InvalidAmountError, parseAmount } from '@latchkey/wire/amount'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { worthDecimals, worthOf } from '../../core/account/portfolio/worth.js'
import { formatFiat } from '../../core/format/fiat.js'
import * as limits from '../../core/runtime/limits.js'

/** Units worth so many dollars, cut to what the token can express: never more than was asked for. */
export function unitsOfDollars(text: string, price: number, decimals: number): bigint | undefined {
  // Many whole tokens at once, so that even the smallest price keeps all its digits.
  const worth = worthOf({ units: manyTokens, decimals: 0, price })
  if (!worth) return undefined
  try {
    return (parseAmount(text, worthDecimals) * manyTokens * 10n ** BigInt(decimals)) / worth
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

const manyTokens = 10n ** 36n

/** What units of a token are worth, for people; undefined where nobody knows a price. */
export function formatWorth(
  units: bigint,
  { decimals, price }: Pick<Holding, 'decimals' | 'price'>,
): string | undefined {
  const worth = worthOf({ units, decimals, price })
  return worth === undefined ? undefined : formatFiat(worth, worthDecimals)
}

/** The same as it stands in a field, cut to cents. */
export function plainDollars(units: bigint, decimals: number, price: number): string {
  const worth = worthOf({ units, decimals, price }) ?? 0n
  return formatAmount(worth, worthDecimals, { maxFraction: limits.fiatDecimals })
}

export type Amount = {
  readonly units: bigint
  /** The text had more digits than the token has decimals. */
  readonly isRounded: boolean
}

/** More than any balance needs; a field is no place for more. */
const longestAmount = 96

/** What may stand in an amount field: digits and one dot; a comma is a dot. Undefined for the rest. */
export function cleanAmount(text: string): string | undefined {
  const clean = text.trim().replace(',', '.')
  return clean.length <= longestAmount && /^\d*\.?\d*$/.test(clean) ? clean : undefined
}

/** The amount as exact units; undefined for what is no amount, or nothing. */
export function readAmount(text: string, decimals: number): Amount | undefined {
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

/** All digits there are, in groups: `1,234.000001`. */
export function exactAmount(units: bigint, decimals: number): string {
  const [whole = '', fraction] = formatAmount(units, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
