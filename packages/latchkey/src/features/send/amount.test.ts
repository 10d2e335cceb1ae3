import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanAmount, exactAmount, readAmount } from './amount.js'

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
])('cleans %j to %j', (text, clean) => {
  expect(cleanAmount(text)).toBe(clean)
})

it.each(['', '.', '0', '0.0', '-1', 'x', '0.0000004'])(
  '%j is no amount of six decimals',
  (text) => {
    expect(readAmount(text, 6)).toBeUndefined()
  },
)

it('says when an amount was rounded, and only then', () => {
  expect(readAmount('1.0000005', 6)).toEqual({ units: 1_000_001n, isRounded: true })
  expect(readAmount('1.0000004', 6)).toEqual({ units: 1_000_000n, isRounded: true })
  expect(readAmount('1.0000000', 6)).toEqual({ units: 1_000_000n, isRounded: false })
  expect(readAmount('1.5', 0)).toEqual({ units: 2n, isRounded: true })
})

it('turns any decimal text into the very same units, or refuses it', () => {
  const text = fc.oneof(
    fc.stringMatching(/^\d{0,40}[.,]?\d{0,40}$/),
    fc.string({ maxLength: 40 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n }).map((units) => formatAmount(units, 18)),
  )
  fc.assert(
    fc.property(text, fc.nat(36), (typed, decimals) => {
      const clean = cleanAmount(typed)
      const amount = clean === undefined ? undefined : readAmount(clean, decimals)
      if (!clean || !amount) return
      const [whole = '', fraction = ''] = clean.split('.')
      // By hand, with more digits than anybody types.
      const exact = BigInt(`${whole}${fraction.padEnd(100, '0')}`)
      const sent = amount.units * 10n ** BigInt(100 - decimals)
      const half = 10n ** BigInt(100 - decimals) / 2n
      expect(sent - exact <= half && exact - sent <= half).toBe(true)
      expect(amount.isRounded).toBe(sent !== exact)
      // What is shown is what is sent.
      const shown = exactAmount(amount.units, decimals).replaceAll(',', '')
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
        const amount = readAmount(text, decimals)
        const exact = parseAmount(text, 60)
        const isWithin = exact <= balance * 10n ** BigInt(60 - decimals)
        if (amount && isWithin) expect(amount.units <= balance).toBe(true)
      },
    ),
    { numRuns: 3_000 },
  )
})
