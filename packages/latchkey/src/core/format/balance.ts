import { formatAmount } from '@latchkey/wire/amount'
import * as limits from '../runtime/limits.js'

/** Units for people: `1,234.567`, cut after three decimals, `<0.001` for what would look like zero. */
export function formatBalance(
  units: bigint,
  decimals: number,
  maxFraction: number = limits.balanceDecimals,
): string {
  const text = formatAmount(units, decimals, { maxFraction })
  if (text === '0' && units > 0n) return `<${formatAmount(1n, maxFraction)}`
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
