/** Equal characters at the start and the end that make two addresses look alike (security bar S-27). */
const sameStart = 3
const sameEnd = 4

/** The known address that `address` looks like; undefined when `address` is known itself. */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSameAddress(one, address))) return undefined
  return known.find((one) => looksLike(one, address))
}

/** Hex addresses ignore case; others do not. */
export function isSameAddress(one: string, other: string): boolean {
  return foldAddress(one) === foldAddress(other)
}

/** Ignores case for all addresses, because readers easily confuse upper and lower case. */
function looksLike(one: string, other: string): boolean {
  const left = digitsOf(one)
  const right = digitsOf(other)
  return (
    left.slice(0, sameStart) === right.slice(0, sameStart) &&
    left.slice(-sameEnd) === right.slice(-sameEnd)
  )
}

function digitsOf(address: string): string {
  return address.toLowerCase().replace(/^0x/, '')
}

/** Normalizes an address, so that equal addresses are equal strings. */
export function foldAddress(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

/** Marks characters of `one` that differ from `other`; for unequal lengths all between the equal ends. */
export function findDifferences(one: string, other: string): readonly boolean[] {
  const left = foldAddress(one)
  const right = foldAddress(other)
  const isDifferent = (index: number) => left[index] !== right[index]
  if (left.length === right.length) return Array.from(left, (_, index) => isDifferent(index))
  const positions = Array.from(left, (_, index) => index)
  const start = positions.find(isDifferent) ?? left.length
  const end = positions.find((index) => left.at(-1 - index) !== right.at(-1 - index)) ?? 0
  return positions.map((index) => index >= start && index < left.length - end)
}
