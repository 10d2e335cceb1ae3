import { formatAmount, InvalidAmountError, parseAmount } from '@latchkey/wire/amount'

export type Amount = {
  readonly units: bigint
  /** The text had more digits than the token has decimals. */
  readonly isRounded: boolean
}

/** More than any balance needs; a field is no place for more. */
const longestAmount = 96

/** What may stand in an amount field: digits and one dot; a comma is a dot. Undefined for the rest. */
export function cleanAmount(text: string): string | undefined {
  const clean = text.trim().replace(',', '.')
  return clean.length <= longestAmount && /^\d*\.?\d*$/.test(clean) ? clean : undefined
}

/** The amount as exact units; undefined for what is no amount, or nothing. */
export function readAmount(text: string, decimals: number): Amount | undefined {
  try {
    const units = parseAmount(text, decimals)
    if (units <= 0n) return undefined
    return { units, isRounded: parseAmount(text, text.length + decimals) !== scaleUp(units, text) }
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

/** The same value with as many more decimals as the text has characters. */
function scaleUp(units: bigint, text: string): bigint {
  return units * 10n ** BigInt(text.length)
}

/** All digits there are, in groups: `1,234.000001`. */
export function exactAmount(units: bigint, decimals: number): string {
  const [whole = '', fraction] = formatAmount(units, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
