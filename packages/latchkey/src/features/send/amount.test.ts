import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatExactAmount, formatWorth } from '../../core/account/transfer/formatTransfer.js'
import { dollarsToUnits, normalizeAmount, safeParseAmount, toDollarText } from './amount.js'

it.each([
  ['1,5', '1.5'],
  [' 0.1 ', '0.1'],
  ['.5', '.5'],
  ['', ''],
  ['1,234.5', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['١', undefined],
  ['9'.repeat(97), undefined],
])('normalizes %j to %j', (text, clean) => {
  expect(normalizeAmount(text)).toBe(clean)
})

it.each(['', '.', '0', '0.0', '-1', 'x', '0.0000004'])(
  '%j is no amount of six decimals',
  (text) => {
    expect(safeParseAmount(text, 6)).toBeUndefined()
  },
)

it('reports rounding only when it happens', () => {
  expect(safeParseAmount('1.0000005', 6)).toEqual({ units: 1_000_001n, isRounded: true })
  expect(safeParseAmount('1.0000004', 6)).toEqual({ units: 1_000_000n, isRounded: true })
  expect(safeParseAmount('1.0000000', 6)).toEqual({ units: 1_000_000n, isRounded: false })
  expect(safeParseAmount('1.5', 0)).toEqual({ units: 2n, isRounded: true })
})

it('parses any decimal text exactly, or rejects it', () => {
  const text = fc.oneof(
    fc.stringMatching(/^\d{0,40}[.,]?\d{0,40}$/),
    fc.string({ maxLength: 40 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n }).map((units) => formatAmount(units, 18)),
  )
  fc.assert(
    fc.property(text, fc.nat(36), (typed, decimals) => {
      const clean = normalizeAmount(typed)
      const amount = clean === undefined ? undefined : safeParseAmount(clean, decimals)
      if (!clean || !amount) return
      const [whole = '', fraction = ''] = clean.split('.')
      // Computed separately, with more digits than any input.
      const exact = BigInt(`${whole}${fraction.padEnd(100, '0')}`)
      const sent = amount.units * 10n ** BigInt(100 - decimals)
      const half = 10n ** BigInt(100 - decimals) / 2n
      expect(sent - exact <= half && exact - sent <= half).toBe(true)
      expect(amount.isRounded).toBe(sent !== exact)
      // The shown amount is the sent amount.
      const shown = formatExactAmount(amount.units, decimals).replaceAll(',', '')
      expect(parseAmount(shown, decimals)).toBe(amount.units)
    }),
    { numRuns: 5_000 },
  )
})

it('never rounds above a balance that the amount does not exceed', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.stringMatching(/^\d{1,12}\.\d{1,30}$/),
      fc.nat(24),
      (balance, text, decimals) => {
        const amount = safeParseAmount(text, decimals)
        const exact = parseAmount(text, 60)
        const isWithin = exact <= balance * 10n ** BigInt(60 - decimals)
        if (amount && isWithin) expect(amount.units <= balance).toBe(true)
      },
    ),
    { numRuns: 3_000 },
  )
})

it.each([
  ['100', 3000.5991299, 18, 33_326_677_663_648_015n],
  ['1', 1, 6, 1_000_000n],
  ['0.01', 90_017.9739063, 8, 11n],
  ['5', 1e-7, 18, 50_000_000n * 10n ** 18n],
  ['5', 2.5e21, 6, 0n],
])('converts %s dollars at %f', (text, price, decimals, units) => {
  expect(dollarsToUnits(text, price, decimals)).toBe(units)
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'has no amount at a price of %f',
  (price) => {
    expect(dollarsToUnits('5', price, 18)).toBeUndefined()
  },
)

it('never converts to more than the typed dollars', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 36 }),
      (cents, price, decimals) => {
        const text = `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
        const units = dollarsToUnits(text, price, decimals) ?? 0n
        const [whole = '0', fraction = ''] = toDollarText(units, decimals, price).split('.')
        expect(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')) <= cents).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('formats cents, with a sign for less', () => {
  const ether = { decimals: 18, price: 3000.5 }
  expect(formatWorth(10n ** 18n, ether)).toBe('$3,000.50')
  expect(formatWorth(1n, ether)).toBe('<$0.01')
  expect(formatWorth(0n, ether)).toBe('$0.00')
  expect(formatWorth(5n, { decimals: 18 })).toBeUndefined()
  expect(toDollarText(10n ** 18n, 18, 3000.5)).toBe('3000.5')
})
