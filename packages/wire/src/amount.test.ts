import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { formatAmount, InvalidAmountError, parseAmount } from './amount.js'

// Property tests need more time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const units = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n })
const decimals = fc.integer({ min: 0, max: 77 })

describe('parseAmount', () => {
  it.each([
    ['1', 18, 10n ** 18n],
    ['1.5', 1, 15n],
    ['.5', 2, 50n],
    ['5.', 2, 500n],
    ['-0.25', 2, -25n],
    ['007', 0, 7n],
    ['1.005', 2, 101n],
    ['1.004', 2, 100n],
    ['-1.005', 2, -101n],
    ['0.5', 0, 1n],
    ['9.999', 2, 1000n],
    [
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      0,
      2n ** 256n - 1n,
    ],
  ])('parses %s with %i decimals', (text, count, expected) => {
    expect(parseAmount(text, count)).toBe(expected)
  })

  it.each([
    '',
    '.',
    '-',
    '-.',
    '1,5',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '+1',
    '1.2.3',
    '--1',
    '١',
    '1'.repeat(513),
  ])('rejects %j', (text) => {
    expect(() => parseAmount(text, 18)).toThrow(InvalidAmountError)
  })

  it('rounds by half a unit at most', () => {
    fc.assert(
      fc.property(units, decimals, fc.integer({ min: 0, max: 40 }), (value, count, extra) => {
        const read = parseAmount(formatAmount(value, count + extra), count)
        const error = read * 10n ** BigInt(extra) - value
        expect(2n * (error < 0n ? -error : error) <= 10n ** BigInt(extra)).toBe(true)
      }),
    )
  })
})

describe('formatAmount', () => {
  it.each([
    [0n, 18, undefined, '0'],
    [15n, 1, undefined, '1.5'],
    [-5n, 3, undefined, '-0.005'],
    [1999n, 3, 2, '1.99'],
    [1999n, 3, 0, '1'],
    [-4n, 3, 2, '0'],
    [12n, 0, 3, '12'],
  ])('formats %s with %i decimals, at most %s', (value, count, maxFraction, expected) => {
    expect(formatAmount(value, count, maxFraction === undefined ? {} : { maxFraction })).toBe(
      expected,
    )
  })

  it('is the inverse of parseAmount', () => {
    fc.assert(
      fc.property(units, decimals, (value, count) => {
        expect(parseAmount(formatAmount(value, count), count)).toBe(value)
      }),
    )
  })

  it('never shows more than the amount', () => {
    fc.assert(
      fc.property(units, decimals, decimals, (value, count, maxFraction) => {
        const shown = parseAmount(formatAmount(value, count, { maxFraction }), count)
        const size = (amount: bigint) => (amount < 0n ? -amount : amount)
        expect(size(shown) <= size(value)).toBe(true)
      }),
    )
  })
})
