import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanLabel } from './cleanLabel.js'

it.each([
  ['Wrapped  Ether\n', 'Wrapped Ether'],
  ['US\u202ED\u2066C', 'USDC'],
  ['a\u0000b\u200Bc\uFEFFd\u3164', 'abcd'],
  ['Z\u0301\u0302\u0303\u0304\u0305', '\u0179\u0302\u0303'],
  ['日本円 ¥', '日本円 ¥'],
])('cleans %j to %j', (text, clean) => {
  expect(cleanLabel(text, 64).normalize('NFC')).toBe(clean)
})

it('returns neither more than the limit nor invisible characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 1, max: 40 }),
      (text, maxLength) => {
        const clean = cleanLabel(text, maxLength)
        expect([...clean].length).toBeLessThanOrEqual(maxLength)
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      },
    ),
  )
})
