import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { encodeQr, getHole, type QrMatrix, quietZone, toOutline } from './QrCode.js'

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

/** The modules that the lines of a path touch. */
function modulesOf(path: string): Set<string> {
  const modules = new Set<string>()
  for (const [, x, y, axis, length] of path.matchAll(/M([\d.]+) ([\d.]+)([hv])(\d+)/g)) {
    for (let step = 0; step <= Number(length); step++) {
      const column = Number(x) - quietZone - 0.5 + (axis === 'h' ? step : 0)
      const row = Number(y) - quietZone - 0.5 + (axis === 'v' ? step : 0)
      modules.add(`${row},${column}`)
    }
  }
  return modules
}

it('draws exactly the dark modules outside the finders and the hole', () => {
  const rows = encodeQr('wc:an-offer@2?relay-protocol=irn', 'quartile')
  const size = rows.length
  const hole = getHole(size)
  const expected = new Set<string>()
  rows.forEach((line, row) => {
    line.forEach((isDark, column) => {
      const isFinder =
        (row < 7 && column < 7) ||
        (row < 7 && column >= size - 7) ||
        (row >= size - 7 && column < 7)
      const isHole = [row, column].every(
        (position) => position >= hole.start && position <= hole.end,
      )
      if (isDark && !isFinder && !isHole) expected.add(`${row},${column}`)
    })
  })
  expect(modulesOf(toOutline(rows, hole))).toEqual(expected)
})

it('leaves a centered hole small enough for error correction', () => {
  for (let version = 1; version <= 40; version++) {
    const size = version * 4 + 17
    const { start, end } = getHole(size)
    expect(start + end).toBe(size - 1)
    expect((end - start + 1) ** 2 / size ** 2).toBeLessThan(0.08)
  }
})
