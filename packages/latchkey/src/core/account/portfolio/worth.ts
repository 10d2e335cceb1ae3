import { formatAmount } from '@latchkey/wire/amount'
import * as limits from '../../runtime/limits.js'
import type { Holding } from './holding.js'

/** Decimals of a value in US dollars, so that sums stay exact. */
export const worthDecimals = 18

/** Value in US dollars; undefined without a price. */
export function getWorth({
  units,
  decimals,
  price,
}: Pick<Holding, 'units' | 'decimals' | 'price'>): bigint | undefined {
  if (price === undefined) return undefined
  const rate = toExactDecimal(price)
  return rate && shift(units * rate.digits, worthDecimals - decimals - rate.scale)
}

/** Total value, and the number of holdings without a price. */
export function totalWorth(holdings: readonly Holding[]): {
  readonly worth: bigint
  readonly unpriced: number
} {
  let worth = 0n
  let unpriced = 0
  for (const holding of holdings) {
    const one = getWorth(holding)
    if (one !== undefined) worth += one
    else if (holding.units > 0n) unpriced += 1
  }
  return { worth, unpriced }
}

/** By value, then those without a price by name. */
export function compareWorth(one: Holding, other: Holding): number {
  const [left = -1n, right = -1n] = [getWorth(one), getWorth(other)]
  if (left !== right) return left > right ? -1 : 1
  return one.name.localeCompare(other.name, 'en')
}

/** The decimal a number is printed as: 0.29 is exactly 29 hundredths. */
export function toExactDecimal(
  price: number,
): { readonly digits: bigint; readonly scale: number } | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) }
}

function shift(value: bigint, places: number): bigint {
  return places >= 0 ? value * 10n ** BigInt(places) : value / 10n ** BigInt(-places)
}

/**
 * Formats US dollars: `$1,234.56`, rounded to the cent, `<$0.01` for smaller values. `decimals` are
 * those of `value`.
 */
export function formatFiat(value: bigint, decimals: number): string {
  const cents = roundTo(value, decimals, limits.fiatDecimals)
  if (cents === 0n && value > 0n) return `<$${formatAmount(1n, limits.fiatDecimals)}`
  const [whole = '', fraction = ''] = formatAmount(cents, limits.fiatDecimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${grouped}.${fraction.padEnd(limits.fiatDecimals, '0')}`
}

/** Halves go up. */
function roundTo(value: bigint, decimals: number, wanted: number): bigint {
  if (decimals <= wanted) return value * 10n ** BigInt(wanted - decimals)
  const step = 10n ** BigInt(decimals - wanted)
  return (value + step / 2n) / step
}
