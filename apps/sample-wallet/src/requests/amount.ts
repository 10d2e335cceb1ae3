import { formatUnits } from 'viem'

const groups = /\B(?=(\d{3})+(?!\d))/g

/**
 * A token amount for reading: grouped, at most `digits` decimals, cut and never rounded up, so that
 * nothing looks larger than it is. An amount too small to show says so instead of reading as zero.
 */
export function formatAmount(units: bigint, decimals = 18, digits = 6): string {
  const sign = units < 0n ? '−' : ''
  const [whole = '0', fraction = ''] = formatUnits(units < 0n ? -units : units, decimals).split('.')
  const shown = fraction.slice(0, digits).replace(/0+$/, '')
  if (whole === '0' && shown === '' && units !== 0n) return `< ${sign}0.${'0'.repeat(digits - 1)}1`
  return `${sign}${whole.replace(groups, ',')}${shown && `.${shown}`}`
}

/** Every digit of the amount, for the moment before money moves. */
export function formatExactAmount(units: bigint, decimals = 18): string {
  const [whole = '0', fraction] = formatUnits(units, decimals).split('.')
  return `${whole.replace(groups, ',')}${fraction ? `.${fraction}` : ''}`
}

/** First four and last six characters, as everywhere in the product. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-6)}`

/** Groups of four: how a person compares an address with another screen. */
export const groupedAddress = (address: string): string =>
  `0x${address.slice(2).replace(/(.{4})(?=.)/g, '$1 ')}`
