import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { shortenAddress } from './format.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

it('keeps the first four and last six characters', () => {
  expect(shortenAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8…A96045')
  expect(shortenAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 4, 4)).toBe('0xd8…6045')
  expect(shortenAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 6, 0)).toBe('0xd8dA…')
  expect(shortenAddress('0123456789')).toBe('0123456789')
})

it('keeps both ends and never gets longer', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(20), fc.nat(20), (address, start, end) => {
      const short = shortenAddress(address, start, end)
      expect(short.length).toBeLessThanOrEqual(address.length)
      expect(short.slice(0, start)).toBe(address.slice(0, start))
      if (end > 0) expect(short.slice(-end)).toBe(address.slice(-end))
    }),
  )
})
