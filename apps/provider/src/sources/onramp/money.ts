import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import { ApiError } from '../../errors/ApiError.js'

/** An amount of money in cents. */
export type Cents = bigint

export function parseMoney(text: string, field: string): Cents {
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(text)) {
    throw new ApiError(400, field, 'Write an amount like 50 or 50.00.')
  }
  return parseAmount(text, 2)
}

/** Always with two decimals. */
export function formatMoney(cents: Cents): string {
  const [whole = '0', fraction = ''] = formatAmount(cents, 2).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
