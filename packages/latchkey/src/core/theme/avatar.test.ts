import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createAvatar } from './avatar.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)

it('is the same for a hex address in any letter case', () => {
  const mixedCase = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect(createAvatar(mixedCase)).toEqual(createAvatar(mixedCase.toLowerCase()))
})

it('differs for case-sensitive addresses', () => {
  const address = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
  expect(createAvatar(address)).not.toEqual(createAvatar(address.replace('q', 'Q')))
})

it('draws a closed shape inside its square', () => {
  fc.assert(
    fc.property(address, (value) => {
      const { path, size } = createAvatar(value)
      expect(path).toMatch(/^(M\d \d[hv][-\dhvz]+z)+$/)
      for (const [, x, y] of path.matchAll(/M(\d) (\d)/g)) {
        expect(Number(x)).toBeLessThanOrEqual(size)
        expect(Number(y)).toBeLessThanOrEqual(size - 2)
      }
    }),
  )
})

it('differs for a thousand similar addresses', () => {
  const base = BigInt('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
  const marks = Array.from({ length: 1_000 }, (_, index) => {
    const { path, background } = createAvatar(`0x${(base + BigInt(index)).toString(16)}`)
    return path + background
  })
  expect(new Set(marks).size).toBe(1_000)
})
