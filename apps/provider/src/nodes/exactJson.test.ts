import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getExactMember, getMemberText, parseExact } from './exactJson.js'

it.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":18446744073709551615}', { a: '18446744073709551615' }],
  ['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
  [
    '{"a":"18446744073709551615 \\" 18446744073709551615"}',
    { a: '18446744073709551615 " 18446744073709551615' },
  ],
  ['{"a":0.12345678901234567890}', { a: 0.12345678901234568 }],
  ['{"a":12345678901234567890.5}', { a: Number('12345678901234567890.5') }],
  ['{"a":1e30}', { a: 1e30 }],
])('parses %s exactly', (text, value) => {
  expect(parseExact(text)).toEqual(value)
})

it('parses like JSON.parse otherwise', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      if (/\d{16}/.test(text)) return
      expect(parseExact(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('returns a member as written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (record, space) => {
      const text = JSON.stringify(record, null, space)
      for (const [name, value] of Object.entries(record)) {
        expect(JSON.parse(getMemberText(text, name) ?? '')).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
      }
      expect(getMemberText(text, 'surely not there')).toBeUndefined()
    }),
  )
})

it('returns large numbers unchanged', () => {
  const text = '{"id":1,"result":{"rentEpoch":18446744073709551615}}'
  expect(getExactMember(text, parseExact(text) as Record<string, unknown>, 'result')).toBe(
    '{"rentEpoch":18446744073709551615}',
  )
})
