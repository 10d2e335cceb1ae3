import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, type Correction, rawLength } from './capacity.js'
import { masks } from './drawCode.js'
import { encodeQr, type QrMatrix } from './encode.js'

const levels = ['L', 'M', 'Q', 'H'] as const

/** A reader of perfect codes, written against the standard and not against the encoder. */
function read(rows: QrMatrix): { text: string; correction: Correction; isSound: boolean } {
  const size = rows.length
  const version = (size - 17) / 4
  const dark = (row: number, column: number) => (rows[row]?.[column] ? 1 : 0)

  // The format lies right of the lower left finder and, the same, below the right one.
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((row): [number, number] => [row, 8])
  for (const column of [7, 5, 4, 3, 2, 1, 0]) places.push([8, column])
  const format = places.reduce((bits, [row, column], at) => bits | (dark(row, column) << at), 0)
  const plain = format ^ 0b101010000010010
  const correction = (['M', 'L', 'H', 'Q'] as const)[plain >> 13] as Correction
  const mask = masks[(plain >> 10) & 7]

  const centres = alignmentTable[version] ?? []
  const isPattern = (row: number, column: number) => {
    if (row === 6 || column === 6) return true
    if (row < 9 && (column < 9 || column >= size - 8)) return true
    if (row >= size - 8 && column < 9) return true
    if (version >= 7 && row < 6 && column >= size - 11) return true
    if (version >= 7 && column < 6 && row >= size - 11) return true
    return centres.some((down) =>
      centres.some(
        (right) =>
          Math.abs(row - down) <= 2 &&
          Math.abs(column - right) <= 2 &&
          !(down === 6 && right === 6) &&
          !(down === 6 && right === size - 7) &&
          !(down === size - 7 && right === 6),
      ),
    )
  }

  const bits: number[] = []
  let isUpward = true
  for (let pair = size - 1; pair > 0; pair -= pair === 8 ? 3 : 2, isUpward = !isUpward) {
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [pair, pair - 1]) {
        if (!isPattern(row, column)) bits.push(dark(row, column) ^ (mask?.(row, column) ? 1 : 0))
      }
    }
  }
  const bytes = Array.from({ length: bits.length >> 3 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )

  const { count, correctionLength } = blocksOf(version, correction)
  const blocks = Array.from({ length: count }, (): number[] => [])
  const longCount = bytes.length % count
  const shortLength = (bytes.length - longCount) / count - correctionLength
  let next = 0
  for (let at = 0; at < shortLength + 1 + correctionLength; at++) {
    blocks.forEach((block, index) => {
      const isMissing = at === shortLength && index < count - longCount
      if (!isMissing) block.push(bytes[next++] ?? -1)
    })
  }
  const data = blocks.flatMap((block) => block.slice(0, block.length - correctionLength))
  const stream = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const content = Uint8Array.from({ length }, (_, at) =>
    Number.parseInt(stream.slice(4 + lengthBits + at * 8, 12 + lengthBits + at * 8), 2),
  )
  return {
    text: new TextDecoder().decode(content),
    correction,
    isSound:
      stream.startsWith('0100') &&
      bytes.length === rawLength(version) &&
      blocks.every((block) => syndromesVanish(block, correctionLength)),
  }
}

/** A block is free of errors when it is zero at every root of the generator. */
function syndromesVanish(block: readonly number[], degree: number): boolean {
  const powers: number[] = [1]
  for (let at = 1; at < 255; at++) {
    const doubled = (powers[at - 1] ?? 0) << 1
    powers.push(doubled > 255 ? doubled ^ 0x11d : doubled)
  }
  const logs = new Map(powers.map((value, at) => [value, at]))
  const times = (value: number, power: number) =>
    value === 0 ? 0 : (powers[((logs.get(value) ?? 0) + power) % 255] ?? 0)
  return Array.from({ length: degree }, (_, root) =>
    block.reduce((sum, byte) => times(sum, root) ^ byte, 0),
  ).every((syndrome) => syndrome === 0)
}

/** ISO/IEC 18004 annex E, the versions the tests reach. */
const alignmentTable: Record<number, readonly number[]> = {
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
  11: [6, 30, 54],
  12: [6, 32, 58],
  13: [6, 34, 62],
  14: [6, 26, 46, 66],
  15: [6, 26, 48, 70],
  16: [6, 26, 50, 74],
  17: [6, 30, 54, 78],
  32: [6, 34, 60, 86, 112, 138],
  40: [6, 30, 58, 86, 114, 142, 170],
}

describe('encodeQr', () => {
  it('is read back as it was written, at every level', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(...levels),
        (text, correction) => {
          expect(read(encodeQr(text, correction))).toEqual({ text, correction, isSound: true })
        },
      ),
      { numRuns: 25 },
    )
  })

  // Published byte capacities: one more byte needs the next version.
  it.each([
    ['L', 17, 1],
    ['M', 213, 10],
    ['Q', 177, 11],
    ['H', 220, 15],
    ['L', 1952, 32],
    ['L', 2953, 40],
    ['H', 1273, 40],
  ] as const)('holds at %s its %i bytes in version %i', (correction, capacity, version) => {
    const text = 'x'.repeat(capacity)
    const code = encodeQr(text, correction)
    expect(code).toHaveLength(version * 4 + 17)
    expect(read(code)).toEqual({ text, correction, isSound: true })
    if (version < 40) {
      expect(encodeQr(`${text}x`, correction)).toHaveLength(version * 4 + 21)
    }
  })

  it('refuses what no version holds', () => {
    expect(() => encodeQr('x'.repeat(2954), 'L')).toThrow(
      expect.objectContaining({ code: 'interface/qr-too-long' }),
    )
  })
})
