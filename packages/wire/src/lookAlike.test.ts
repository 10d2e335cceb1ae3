import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findDifferences, findLookAlike, isSameAddress } from './lookAlike.js'

/** Deterministic addresses. */
function* addresses(seed: number) {
  let state = BigInt(seed) + 0x9e3779b97f4a7c15n
  for (;;) {
    let hex = ''
    while (hex.length < 40) {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
      hex += (state >> 32n).toString(16).padStart(8, '0')
    }
    yield `0x${hex.slice(0, 40)}`
  }
}
const take = (count: number, seed: number) => {
  const source = addresses(seed)
  return Array.from({ length: count }, () => source.next().value as string)
}

it('finds 1,000 of 1,000 addresses made to look like a known one', () => {
  const known = take(50, 1)
  const missed = take(1_000, 2).filter((random, index) => {
    const victim = known[index % known.length] as string
    const poison = `${victim.slice(0, 5)}${random.slice(5, -4)}${victim.slice(-4)}`
    return findLookAlike(poison, known) !== victim
  })
  expect(missed).toEqual([])
})

it('finds nothing in 10,000 unrelated addresses', () => {
  const known = take(50, 3)
  expect(take(10_000, 4).filter((one) => findLookAlike(one, known))).toEqual([])
})

it('ignores known addresses in upper or lower case', () => {
  const [known = '', other = ''] = take(2, 5)
  const poison = `${known.slice(0, 5)}${other.slice(5, -4)}${known.slice(-4)}`
  expect(findLookAlike(known.toUpperCase().replace('0X', '0x'), [known, poison])).toBeUndefined()
})

it('compares addresses that are not hex case-sensitively', () => {
  expect(isSameAddress('oeYf6KAJ', 'oeyf6KAJ')).toBe(false)
  expect(findLookAlike('oeYxxxxxxxxk96q', ['oeYyyyyyyyyk96q'])).toBe('oeYyyyyyyyyk96q')
})

it('treats a different case as a look-alike when the address is not hex', () => {
  const known = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
  const twin = 'aQynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUfxd'
  expect(findLookAlike(twin, [known])).toBe(known)
  expect(findDifferences(twin, known).filter(Boolean)).toHaveLength(4)
})

it('marks everything between the equal ends when the lengths differ', () => {
  const marks = (one: string, other: string) =>
    findDifferences(one, other)
      .map((isMarked, index) => (isMarked ? one[index] : '.'))
      .join('')
  expect(marks('abcXYdef', 'abcZdef')).toBe('...XY...')
  expect(marks('abcZdef', 'abcXYdef')).toBe('...Z...')
  expect(marks('abcd', 'ab')).toBe('..cd')
})

it('marks only the characters that differ', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0x[0-9a-f]{40}$/), fc.nat(39), (address, index) => {
      const at = index + 2
      const changed = address[at] === '0' ? '1' : '0'
      const other = `${address.slice(0, at)}${changed}${address.slice(at + 1)}`
      const marks = findDifferences(address, other.toUpperCase().replace('0X', '0x'))
      expect(marks.flatMap((isMarked, index) => (isMarked ? [index] : []))).toEqual([at])
    }),
  )
})
