/** The same value with every bigint in 0x-hex: what JSON-RPC can carry. */
export function hexValues(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
  }
  if (Array.isArray(value)) return value.map(hexValues)
  if (typeof value !== 'object' || value === null) return value
  // Bytes and dates travel as they are.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hexValues(item)]))
}
