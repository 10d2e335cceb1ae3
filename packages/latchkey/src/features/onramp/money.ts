import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import { formatBalance } from '../../core/format/format.js'

/** An amount in hundredths of a currency. */
export type Cents = bigint

const fiatDigits = 2

/** The text of an amount field: digits with at most two decimals, a comma counts as a dot. */
export function normalizeMoney(text: string): string | undefined {
  const amount = text.trim().replace(',', '.')
  if (!/^\d{0,9}(\.\d{0,2})?$/.test(amount)) return undefined
  return amount.replace(/^0+(?=\d)/, '')
}

/** Undefined for zero and for text that is no amount. */
export function safeParseMoney(text: string): Cents | undefined {
  if (!/\d/.test(text) || normalizeMoney(text) === undefined) return undefined
  return parseAmount(text, fiatDigits) || undefined
}

/** As the provider expects it: `100` or `100.50`. */
export function toMoneyText(cents: Cents): string {
  return formatAmount(cents, fiatDigits)
}

/** `$1,234.50`; whole amounts without decimals. */
export function formatMoney(cents: Cents, currency: string): string {
  const isWhole = cents % 100n === 0n
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : fiatDigits,
    maximumFractionDigits: isWhole ? 0 : fiatDigits,
  }).format(Number(cents) / 100)
}

/** `$`, `€` or the code itself. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** `US Dollar`. */
export function currencyName(currency: string): string {
  return (
    new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' }).of(currency) ?? currency
  )
}

const shownDigits = 6

/** Decimal text of the provider: `1,234.567891`, cut after six significant decimals. */
export function formatQuantity(text: string): string {
  const [, whole = '', fraction = ''] = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  if (whole === '') return '0'
  const maxFraction = whole.length > 3 ? 2 : shownDigits - Math.min(whole.length, 3) + 1
  return formatBalance(parseAmount(`${whole}.${fraction}`, 40), 40, maxFraction)
}
