import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minimumReturn } from './minimumReturn.js'

it('is the smallest whole number that is not below the quote less the slippage', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.integer({ min: 0, max: 500_000 }),
      (quote, steps) => {
        const least = minimumReturn(quote, steps / 10_000)
        const exact = quote * (1_000_000n - BigInt(steps))
        expect(least * 1_000_000n >= exact).toBe(true)
        expect((least - 1n) * 1_000_000n < exact).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

it.each([0.00001, 1e-7, Number.NaN])('rejects a slippage of %s', (slippage) => {
  expect(() => minimumReturn(1_000n, slippage)).toThrow('four decimals')
})
