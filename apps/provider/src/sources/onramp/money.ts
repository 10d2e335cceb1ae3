import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import { ApiError } from '../../errors/ApiError.js'
import { ServiceError } from './ServiceError.js'

/** An amount of money in cents. */
export type Cents = bigint

export function parseMoney(text: string, field: string): Cents {
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(text)) {
    throw new ApiError(400, field, 'Write an amount like 50 or 50.00.')
  }
  return parseAmount(text, 2)
}

/** An amount as a payment service writes it; fractions of a cent are rounded up. */
export function parseServiceMoney(amount: string | number): Cents {
  const text = typeof amount === 'number' ? amount.toFixed(6) : amount
  const [whole, fraction = ''] = text.split('.')
  if (!/^\d{1,12}(?:\.\d{1,18})?$/.test(text)) {
    throw new ServiceError('unavailable', 'The service sent an invalid amount of money.')
  }
  const scale = 10n ** BigInt(fraction.length)
  return divideUp(BigInt(`${whole}${fraction}`) * 100n, scale)
}

/** A decimal number of a service without exponent and trailing zeros. */
export function formatServiceAmount(amount: number, decimals: number): string {
  return formatAmount(parseAmount(amount.toFixed(Math.min(decimals, 12)), decimals), decimals)
}

/** Always with two decimals. */
export function formatMoney(cents: Cents): string {
  const [whole = '0', fraction = ''] = formatAmount(cents, 2).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
