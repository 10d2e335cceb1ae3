import { expect, it } from 'vitest'
import { formatQuantity } from './formatRow.js'

it.each([
  ['0', '0'],
  ['0.000', '0'],
  ['1', '1'],
  ['1.5', '1.5'],
  ['1.50000', '1.5'],
  ['1.9999', '1.999'],
  ['.5', '0.5'],
  ['-12.5', '12.5'],
  ['0.0009', '<0.001'],
  ['1234567.8912', '1,234,567.891'],
  ['9007199254740993.0010000000000001', '9,007,199,254,740,993.001'],
  ['0.000000000000000000000000000000000001', '<0.001'],
])('formats %s as %s', (text, shown) => {
  expect(formatQuantity(text)).toBe(shown)
})

it.each([
  '',
  '.',
  '-',
  'NaN',
  'Infinity',
  '1e18',
  '0x10',
  '1,5',
  '<b>1</b>',
  ' 1',
  '1'.repeat(600),
])('formats %j, which is no number, as zero', (text) => expect(formatQuantity(text)).toBe('0'))
