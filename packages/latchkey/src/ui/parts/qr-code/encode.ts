import { blocksOf, type Correction, dataLength, rawLength } from './capacity.js'
import { drawCode } from './drawCode.js'
import { correctionOf } from './reedSolomon.js'

/** A square of modules, row by row; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[]

/** Longer than the largest code holds. */
export class QrTooLongError extends Error {
  readonly code = 'interface/qr-too-long'
}

/** The smallest code (ISO/IEC 18004, byte mode) that holds the text at this level of correction. */
export function encodeQr(text: string, correction: Correction): QrMatrix {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= 40; version++) {
    const lengthBits = version < 10 ? 8 : 16
    const capacity = dataLength(version, correction)
    if (4 + lengthBits + bytes.length * 8 > capacity * 8) continue
    const data = frame(bytes, lengthBits, capacity)
    return drawCode(version, correction, interleave(data, version, correction))
  }
  throw new QrTooLongError(`${bytes.length} bytes`)
}

/** Mode, length, bytes and padding. */
function frame(bytes: Uint8Array, lengthBits: 8 | 16, capacity: number): Uint8Array {
  const byteMode = 0b0100
  const data = new Uint8Array(capacity)
  let position = 0
  const write = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, position++) {
      const byte = position >> 3
      data[byte] = (data[byte] ?? 0) | (((value >> bit) & 1) << (7 - (position & 7)))
    }
  }
  write(byteMode, 4)
  write(bytes.length, lengthBits)
  for (const byte of bytes) write(byte, 8)
  // The terminator is zeros up to the next byte, which are there already.
  const end = Math.min(capacity, (position + 4 + 7) >> 3)
  for (let index = end; index < capacity; index++) data[index] = (index - end) % 2 ? 0x11 : 0xec
  return data
}

/** Cuts the data into blocks, adds each block's correction and deals all of them out in turn. */
function interleave(data: Uint8Array, version: number, correction: Correction): Uint8Array {
  const { count, correctionLength } = blocksOf(version, correction)
  const total = rawLength(version)
  const shortLength = Math.floor(total / count) - correctionLength
  const shortCount = count - (total % count)

  const blocks: { data: Uint8Array; correction: Uint8Array }[] = []
  let start = 0
  for (let index = 0; index < count; index++) {
    const end = start + shortLength + (index < shortCount ? 0 : 1)
    const block = data.subarray(start, end)
    blocks.push({ data: block, correction: correctionOf(block, correctionLength) })
    start = end
  }

  const result = new Uint8Array(total)
  let position = 0
  for (const part of ['data', 'correction'] as const) {
    const length = part === 'data' ? shortLength + 1 : correctionLength
    for (let index = 0; index < length; index++) {
      for (const block of blocks) {
        const byte = block[part][index]
        if (byte !== undefined) result[position++] = byte
      }
    }
  }
  return result
}
