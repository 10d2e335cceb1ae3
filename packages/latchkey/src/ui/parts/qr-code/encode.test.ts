import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { encodeQr, type QrMatrix } from './qrOutline.js'

/** The code as a picture, with a quiet zone of four modules and four pixels per module. */
function draw(rows: QrMatrix) {
  const side = (rows.length + 8) * 4
  const data = new Uint8Array(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (rows[(y >> 2) - 4]?.[(x >> 2) - 4])
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return { width: side, height: side, data }
}

const offer = `wc:${'a1'.repeat(32)}@2?relay-protocol=irn&symKey=${'b2'.repeat(32)}&expiryTimestamp=1790000000`

describe('encodeQr', () => {
  it.each(['medium', 'quartile'] as const)(
    'decodes to the same text with %s correction',
    (correction) => {
      for (const text of [
        offer,
        'ethereum:0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
        'Zürich 鍵',
      ]) {
        expect(decodeQR(draw(encodeQr(text, correction)))).toBe(text)
      }
    },
  )

  // Published byte capacities: one more byte needs the next version.
  it.each([
    ['medium', 213, 10],
    ['quartile', 177, 11],
  ] as const)('with %s correction fits %i bytes in version %i', (correction, capacity, version) => {
    expect(encodeQr('x'.repeat(capacity), correction)).toHaveLength(version * 4 + 17)
    expect(encodeQr('x'.repeat(capacity + 1), correction)).toHaveLength(version * 4 + 21)
  })

  it('throws when the text is too long for any version', () => {
    expect(() => encodeQr('x'.repeat(2332), 'medium')).toThrow()
  })
})
