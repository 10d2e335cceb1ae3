import { parseAmount } from '@latchkey/wire/amount'
import * as limits from '../runtime/limits.js'
import { formatBalance } from './balance.js'

/**
 * A transaction's amount for people, from decimal text as the provider has it: exact, cut after three
 * decimals (specification §9). What is no number counts as zero (§5); which way it went is not its sign.
 */
export function formatQuantity(text: string): string {
  const match = /^-?(\d{0,78})\.?(\d{0,78})$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '') return '0'
  const units = parseAmount(`${whole}.${fraction}`, fraction.length)
  return formatBalance(units, fraction.length, limits.quantityDecimals)
}
