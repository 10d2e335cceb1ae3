import { foldAddress } from '@latchkey/wire/lookAlike'

export { findLookAlike, foldAddress, isSameAddress } from '@latchkey/wire/lookAlike'

/**
 * Where `one` differs from `other`, by position. Of two lengths all between the ends they share counts
 * as different.
 */
export function differences(one: string, other: string): readonly boolean[] {
  const left = foldAddress(one)
  const right = foldAddress(other)
  const isDifferent = (index: number) => left[index] !== right[index]
  if (left.length === right.length) return Array.from(left, (_, index) => isDifferent(index))
  const positions = Array.from(left, (_, index) => index)
  const start = positions.find(isDifferent) ?? left.length
  const end = positions.find((index) => left.at(-1 - index) !== right.at(-1 - index)) ?? 0
  return positions.map((index) => index >= start && index < left.length - end)
}
