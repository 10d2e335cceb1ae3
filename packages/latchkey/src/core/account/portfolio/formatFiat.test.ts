import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { formatFiat } from './worth.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

it.each([
  [0n, '$0.00'],
  [1n, '<$0.01'],
  [49n, '<$0.01'],
  [50n, '$0.01'],
  [100n, '$0.01'],
  [10_000n, '$1.00'],
  [12_345_678n, '$1,234.57'],
  [12_345_650n, '$1,234.57'],
  [12_345_649n, '$1,234.56'],
  [10_000_000_000n, '$1,000,000.00'],
])('formats %s hundredths of a cent as %s', (value, shown) => {
  expect(formatFiat(value, 4)).toBe(shown)
})

it('accepts any number of decimals', () => {
  expect(formatFiat(5n, 0)).toBe('$5.00')
  expect(formatFiat(55n, 1)).toBe('$5.50')
  expect(formatFiat(555n, 2)).toBe('$5.55')
})

it('is exact to half a cent and never shows zero for a value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), (value) => {
      const shown = formatFiat(value, 18)
      if (shown === '<$0.01') expect(value > 0n && value < 5n * 10n ** 15n).toBe(true)
      else {
        expect(shown).toMatch(/^\$\d{1,3}(,\d{3})*\.\d\d$/)
        const cents = BigInt(shown.replaceAll(/[$,.]/g, ''))
        const difference = cents * 10n ** 16n - value
        expect(difference > -(5n * 10n ** 15n) && difference <= 5n * 10n ** 15n).toBe(true)
        expect(shown === '$0.00').toBe(value === 0n)
      }
    }),
  )
})
