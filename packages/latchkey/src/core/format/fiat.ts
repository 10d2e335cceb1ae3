import { formatAmount } from '@latchkey/wire/amount'
import * as limits from '../runtime/limits.js'

/**
 * US dollars for people: `$1,234.56`, rounded to the cent, `<$0.01` for what would look like nothing.
 * `decimals` says what the value counts.
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
