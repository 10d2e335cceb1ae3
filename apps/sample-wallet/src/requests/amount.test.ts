import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatExactAmount, groupedAddress, shortAddress } from './amount.js'

test('groups and cuts amounts, never rounding up', () => {
  expect(formatAmount(0n)).toBe('0')
  expect(formatAmount(1_234_567_890n, 6)).toBe('1,234.56789')
  expect(formatAmount(1_999_999_999_999_999_999n)).toBe('1.999999')
  expect(formatAmount(10n ** 24n)).toBe('1,000,000')
})

test('does not show a tiny amount as zero', () => {
  expect(formatAmount(1n)).toBe('< 0.000001')
  expect(formatAmount(1n, 18, 3)).toBe('< 0.001')
})

test('keeps every digit of exact amounts', () => {
  expect(formatExactAmount(1_000_000_000_000_000_001n)).toBe('1.000000000000000001')
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 36 }),
      (units, decimals) => {
        const [whole = '', fraction = ''] = formatExactAmount(units, decimals)
          .replaceAll(',', '')
          .split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
      },
    ),
  )
})

test('shortens and groups addresses', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(shortAddress(address)).toBe('0xf3…b92266')
  expect(groupedAddress(address)).toBe('0xf39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266')
})
