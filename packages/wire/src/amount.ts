/** Exact decimals: amounts are whole units of a token's smallest part, never floating point. */

/** Text that is no decimal number. */
export class InvalidAmountError extends Error {
  override readonly name = 'InvalidAmountError'
  readonly code = 'amount/invalid'

  constructor(text: string) {
    super(`Invalid decimal number: ${text.slice(0, 32)}`)
  }
}

/** More than any token has; keeps hostile text from costing time. */
const longestText = 512

/** Reads `1.5` as units. More fractional digits than `decimals` are rounded, halves away from zero. */
export function parseAmount(text: string, decimals: number): bigint {
  const match = text.length <= longestText && /^(-?)(\d*)\.?(\d*)$/.exec(text)
  if (!match) throw new InvalidAmountError(text)
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole + fraction === '') throw new InvalidAmountError(text)
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rounded = (fraction[decimals] ?? '0') >= '5' ? units + 1n : units
  return sign ? -rounded : rounded
}

/**
 * Writes units as decimal text without trailing zeros. Beyond `maxFraction` digits are cut, not
 * rounded: nobody is shown more than they have.
 */
export function formatAmount(
  units: bigint,
  decimals: number,
  { maxFraction = decimals }: { readonly maxFraction?: number } = {},
): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point, point + Math.min(maxFraction, decimals)).replace(/0+$/, '')
  const text = fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point)
  return units < 0n && /[1-9]/.test(text) ? `-${text}` : text
}
