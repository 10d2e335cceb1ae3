import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatWorth, plainDollars, unitsOfDollars } from './amount.js'

it.each([
  ['100', 3000.5991299, 18, 33_326_677_663_648_015n],
  ['1', 1, 6, 1_000_000n],
  ['0.01', 90_017.9739063, 8, 11n],
  ['5', 1e-7, 18, 50_000_000n * 10n ** 18n],
  ['5', 2.5e21, 6, 0n],
])('%s dollars at %f', (text, price, decimals, units) => {
  expect(unitsOfDollars(text, price, decimals)).toBe(units)
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'has no amount at a price of %f',
  (price) => {
    expect(unitsOfDollars('5', price, 18)).toBeUndefined()
  },
)

it('never asks for more than the dollars that were typed', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 36 }),
      (cents, price, decimals) => {
        const text = `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
        const units = unitsOfDollars(text, price, decimals) ?? 0n
        const [whole = '0', fraction = ''] = plainDollars(units, decimals, price).split('.')
        expect(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')) <= cents).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('shows cents, and a sign for less', () => {
  const ether = { decimals: 18, price: 3000.5 }
  expect(formatWorth(10n ** 18n, ether)).toBe('$3,000.50')
  expect(formatWorth(1n, ether)).toBe('<$0.01')
  expect(formatWorth(0n, ether)).toBe('$0.00')
  expect(formatWorth(5n, { decimals: 18 })).toBeUndefined()
  expect(plainDollars(10n ** 18n, 18, 3000.5)).toBe('3000.5')
})
