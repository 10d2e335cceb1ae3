import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Holding } from './holding.js'
import { compareWorth, formatFiat, getWorth, totalWorth, worthDecimals } from './worth.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const holding = (more: Partial<Holding>): Holding => ({
  networkId: 'eip155:1',
  name: 'Token',
  symbol: 'TKN',
  decimals: 18,
  units: 10n ** 18n,
  ...more,
})
const shown = (more: Partial<Holding>) => formatFiat(getWorth(holding(more)) ?? -1n, worthDecimals)

it.each([
  [0.29, 100n, '$29.00'],
  [1.005, 1n, '$1.01'],
  [3_000.59, 10_000n, '$30,005,900.00'],
  [1e-7, 1n, '<$0.01'],
  [1e-7, 10n ** 6n, '$0.10'],
  [2.5e-10, 10n ** 12n, '$250.00'],
  [1e21, 1n, '$1,000,000,000,000,000,000,000.00'],
])('uses the price %s as an exact decimal', (price, whole, expected) => {
  expect(shown({ price, units: whole * 10n ** 18n })).toBe(expected)
})

it('is exact where floating point is not', () => {
  const units = 9_007_199_254_740_993n * 10n ** 6n
  expect(shown({ price: 1, decimals: 6, units })).toBe('$9,007,199,254,740,993.00')
})

it('adds up values and counts holdings without a price', () => {
  const all = [
    holding({ price: 0.1 }),
    holding({ price: 0.2 }),
    holding({ price: undefined }),
    holding({ price: undefined, units: 0n }),
  ]
  expect(totalWorth(all)).toEqual({ worth: 3n * 10n ** 17n, unpriced: 1 })
  expect(totalWorth([])).toEqual({ worth: 0n, unpriced: 0 })
})

it('sorts by value, with holdings without a price last', () => {
  const sorted = [
    holding({ name: 'b' }),
    holding({ name: 'cheap', price: 1 }),
    holding({ name: 'a' }),
    holding({ name: 'dear', price: 1, units: 10n ** 30n }),
    holding({ name: 'nothing', price: 5, units: 0n }),
  ].sort(compareWorth)
  expect(sorted.map(({ name }) => name)).toEqual(['dear', 'cheap', 'nothing', 'a', 'b'])
})

it('equals amount times price', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 36 }),
      (whole, cents, decimals) => {
        const units = whole * 10n ** BigInt(decimals)
        const worth = getWorth({ units, decimals, price: cents / 100 })
        expect(worth).toBe(whole * BigInt(cents) * 10n ** 16n)
      },
    ),
  )
})
