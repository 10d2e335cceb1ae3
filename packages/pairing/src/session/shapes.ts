/** An object from a peer or from storage, not validated yet. */
export type Fields = Readonly<Record<string, unknown>>

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** JSON numbers beyond 2^53 lose precision, so such an id could not be matched. */
export function isRpcId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

export function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

export function unique(items: readonly string[]): string[] {
  return [...new Set(items)]
}
