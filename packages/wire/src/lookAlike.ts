/** Security bar S-27: how much of two addresses has to agree before one can be mistaken for the other. */
const sameStart = 3
const sameEnd = 4

/** The known address that `address` could be mistaken for; undefined when it is itself known. */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSameAddress(one, address))) return undefined
  return known.find((one) => looksLike(one, address))
}

/** Letters in hex addresses mean the same in either case; elsewhere they differ. */
export function isSameAddress(one: string, other: string): boolean {
  return foldAddress(one) === foldAddress(other)
}

/** To the eye a capital is easily taken for its small letter, whatever it means to a chain. */
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

/** The one writing in which equal addresses are equal texts. */
export function foldAddress(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

/** Marks the characters in which `one` differs from `other`. With different lengths, all between the common ends. */
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
