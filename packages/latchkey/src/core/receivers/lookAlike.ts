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
  return fold(one) === fold(other)
}

/** Where two addresses of one length differ, by position. */
export function differences(one: string, other: string): readonly boolean[] {
  const left = fold(one)
  const right = fold(other)
  return Array.from(left, (letter, index) => letter !== right[index])
}

function looksLike(one: string, other: string): boolean {
  const left = digitsOf(one)
  const right = digitsOf(other)
  return (
    left.slice(0, sameStart) === right.slice(0, sameStart) &&
    left.slice(-sameEnd) === right.slice(-sameEnd)
  )
}

function digitsOf(address: string): string {
  return fold(address).replace(/^0x/, '')
}

function fold(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}
