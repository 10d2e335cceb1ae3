import { formatAmount } from '@latchkey/wire/amount'
import type { Holding } from '../portfolio/holding.js'
import { formatFiat, getWorth, worthDecimals } from '../portfolio/worth.js'

/** All digits, with thousands separators: `1,234.000001`. */
export function formatExactAmount(units: bigint, decimals: number): string {
  const [whole = '', fraction] = formatAmount(units, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/** The value in dollars, formatted; undefined without a price. */
export function formatWorth(
  units: bigint,
  { decimals, price }: Pick<Holding, 'decimals' | 'price'>,
): string | undefined {
  const worth = getWorth({ units, decimals, price })
  return worth === undefined ? undefined : formatFiat(worth, worthDecimals)
}
