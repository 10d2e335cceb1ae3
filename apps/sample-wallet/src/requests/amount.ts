import { formatUnits } from 'viem'

const groups = /\B(?=(\d{3})+(?!\d))/g

/**
 * A token amount for display: grouped, at most `digits` decimals, cut and never rounded up, so that
 * nothing looks larger than it is. A very small amount is shown as such, not as zero.
 */
export function formatAmount(units: bigint, decimals = 18, digits = 6): string {
  const sign = units < 0n ? '−' : ''
  const [whole = '0', fraction = ''] = formatUnits(units < 0n ? -units : units, decimals).split('.')
  const shown = fraction.slice(0, digits).replace(/0+$/, '')
  if (whole === '0' && shown === '' && units !== 0n) return `< ${sign}0.${'0'.repeat(digits - 1)}1`
  return `${sign}${whole.replace(groups, ',')}${shown && `.${shown}`}`
}

/** The exact amount, for confirmations. */
export function formatExactAmount(units: bigint, decimals = 18): string {
  const [whole = '0', fraction] = formatUnits(units, decimals).split('.')
  return `${whole.replace(groups, ',')}${fraction ? `.${fraction}` : ''}`
}

/** First four and last six characters, as everywhere in the product. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-6)}`

/** Groups of four, to compare an address with another screen. */
export const groupedAddress = (address: string): string =>
  `0x${address.slice(2).replace(/(.{4})(?=.)/g, '$1 ')}`
