/** Exact decimals: amounts are bigints in a token's smallest unit, never floating point. */

/** The text is not a decimal number. */
export class InvalidAmountError extends Error {
  override readonly name = 'InvalidAmountError'
  readonly code = 'amount/invalid'

  constructor(text: string) {
    super(`Invalid decimal number: ${text.slice(0, 32)}`)
  }
}

/** Longer than any real amount; limits the time spent on hostile text. */
const maxTextLength = 512

/** Parses `1.5` to units. Rounds beyond `decimals` digits, halves away from zero. */
export function parseAmount(text: string, decimals: number): bigint {
  const match = text.length <= maxTextLength && /^(-?)(\d*)\.?(\d*)$/.exec(text)
  if (!match) throw new InvalidAmountError(text)
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole + fraction === '') throw new InvalidAmountError(text)
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rounded = (fraction[decimals] ?? '0') >= '5' ? units + 1n : units
  return sign ? -rounded : rounded
}

/**
 * Formats units as a decimal without trailing zeros. Cuts after `maxFraction` digits instead of
 * rounding, so that it never shows more than there is.
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
