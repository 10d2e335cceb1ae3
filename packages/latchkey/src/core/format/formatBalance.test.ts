import { parseAmount } from '@latchkey/wire/amount'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { formatBalance } from './format.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

it.each([
  ['0', '0'],
  ['1', '1'],
  ['1.5', '1.5'],
  ['1.9999', '1.999'],
  ['0.001', '0.001'],
  ['0.000999', '<0.001'],
  ['0.000000000000000001', '<0.001'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.8912', '1,234,567.891'],
  ['-1234.5', '-1,234.5'],
])('formats %s as %s', (amount, shown) => {
  expect(formatBalance(parseAmount(amount, 18), 18)).toBe(shown)
})

it('shows amounts beyond floating point exactly', () => {
  expect(formatBalance(9_007_199_254_740_993n * 10n ** 18n + 10n ** 15n, 18)).toBe(
    '9,007,199,254,740,993.001',
  )
})

it('uses the given number of decimals', () => {
  expect(formatBalance(12_345n, 3, 2)).toBe('12.34')
  expect(formatBalance(1n, 3, 2)).toBe('<0.01')
  expect(formatBalance(1n, 3, 0)).toBe('<1')
})

it('never shows more than the amount, or zero for an amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(30), (units, decimals) => {
      const shown = formatBalance(units, decimals)
      if (shown === '<0.001') expect(units > 0n).toBe(true)
      else {
        expect(shown).toMatch(/^\d{1,3}(,\d{3})*(\.\d{1,3})?$/)
        expect(parseAmount(shown.replaceAll(',', ''), decimals) <= units).toBe(true)
        expect(shown === '0').toBe(units === 0n)
      }
    }),
  )
})
