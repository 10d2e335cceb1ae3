import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minimumReturn, parseSlippage, slippageFor } from './minimumReturn.js'

it('is the smallest whole number that is not below the quote less the slippage', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.integer({ min: 0, max: 500_000 }),
      (quote, steps) => {
        const least = minimumReturn(quote, parseSlippage(steps / 10_000))
        const exact = quote * (1_000_000n - BigInt(steps))
        expect(least * 1_000_000n >= exact).toBe(true)
        expect((least - 1n) * 1_000_000n < exact).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

it.each([0.00001, 1e-7, Number.NaN])('rejects a slippage of %s', (slippage) => {
  expect(() => parseSlippage(slippage)).toThrow('four decimals')
})

it('rejects more than half', () => {
  expect(parseSlippage('50')).toBe(500_000)
  expect(() => parseSlippage('50.0001')).toThrow('50 percent')
})

it('finds the slippage that leaves a minimum', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n }), fc.nat(500_000), (quote, steps) => {
      const minimum = minimumReturn(quote, steps)
      const slippage = slippageFor(quote, minimum)
      expect(slippage).toBeLessThanOrEqual(steps)
      expect(minimumReturn(quote, slippage)).toBeGreaterThanOrEqual(minimum)
    }),
  )
})
