/** Narrowing of what peers and storage hand us. */
export type Fields = Readonly<Record<string, unknown>>

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Ids beyond 2^53 would compare unequal to themselves after a round trip. */
export function isRpcId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

export function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

export function unique(items: readonly string[]): string[] {
  return [...new Set(items)]
}
