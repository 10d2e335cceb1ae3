import { alignmentPlaces, type Correction } from './capacity.js'
import type { QrMatrix } from './encode.js'
import { penalty } from './penalty.js'

/** Row first, as in the standard. */
export const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

const correctionBits: Record<Correction, number> = { L: 1, M: 0, Q: 3, H: 2 }

/** Patterns, bytes and the mask under which the result is easiest to scan. */
export function drawCode(version: number, correction: Correction, bytes: Uint8Array): QrMatrix {
  const candidates = masks.map((mask, index) => {
    const canvas = createCanvas(version * 4 + 17)
    drawPatterns(canvas, version)
    drawFormat(canvas, (correctionBits[correction] << 3) | index)
    drawBytes(canvas, bytes, mask)
    return { rows: canvas.rows, score: penalty(canvas.rows) }
  })
  return candidates.reduce((best, one) => (one.score < best.score ? one : best)).rows
}

type Canvas = ReturnType<typeof createCanvas>

/** Modules start undecided, which is how the data finds the places left to it. */
function createCanvas(size: number) {
  const decided = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const rows = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  return {
    size,
    rows,
    isFree: (row: number, column: number) => decided[row]?.[column] === false,
    set(row: number, column: number, isDark: boolean) {
      const [marks, line] = [decided[row], rows[row]]
      if (!marks || !line || column < 0 || column >= size) return
      marks[column] = true
      line[column] = isDark
    },
  }
}

function drawPatterns(canvas: Canvas, version: number): void {
  const { size, set } = canvas
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0)
    set(index, 6, index % 2 === 0)
  }
  // Finders of 7 with a light border.
  drawRings(canvas, 3, 3, 4, (ring) => ring !== 2 && ring !== 4)
  drawRings(canvas, 3, size - 4, 4, (ring) => ring !== 2 && ring !== 4)
  drawRings(canvas, size - 4, 3, 4, (ring) => ring !== 2 && ring !== 4)

  const places = alignmentPlaces(version)
  const last = places[places.length - 1]
  for (const row of places) {
    for (const column of places) {
      const underFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === last) ||
        (row === last && column === 6)
      if (!underFinder) drawRings(canvas, row, column, 2, (ring) => ring !== 1)
    }
  }
  if (version >= 7) drawVersion(canvas, version)
}

function drawRings(
  { set }: Canvas,
  row: number,
  column: number,
  radius: number,
  isDark: (ring: number) => boolean,
): void {
  for (let down = -radius; down <= radius; down++) {
    for (let right = -radius; right <= radius; right++) {
      set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))))
    }
  }
}

/** Two copies of 15 bits, around the finders. */
function drawFormat({ size, set }: Canvas, format: number): void {
  const bits = ((format << 10) | remainder(format, 10, 0x537)) ^ 0x5412
  for (let index = 0; index < 15; index++) {
    const isDark = ((bits >> index) & 1) === 1
    // Down the left finder's right side, past the timing line, then along its lower side.
    if (index < 8) set(index + (index < 6 ? 0 : 1), 8, isDark)
    else set(8, index === 8 ? 7 : 14 - index, isDark)
    if (index < 8) set(8, size - 1 - index, isDark)
    else set(size - 15 + index, 8, isDark)
  }
  set(size - 8, 8, true)
}

function drawVersion({ size, set }: Canvas, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25)
  for (let index = 0; index < 18; index++) {
    const isDark = ((bits >> index) & 1) === 1
    const near = Math.floor(index / 3)
    const far = size - 11 + (index % 3)
    set(near, far, isDark)
    set(far, near, isDark)
  }
}

/** Of the value, shifted up, divided by a polynomial over two elements. */
function remainder(value: number, degree: number, polynomial: number): number {
  let rest = value
  for (let step = 0; step < degree; step++)
    rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial)
  return rest
}

/** Up and down in pairs of columns from the right, skipping the timing line. */
function drawBytes(
  { size, isFree, set }: Canvas,
  bytes: Uint8Array,
  mask: (row: number, column: number) => boolean,
): void {
  let position = 0
  for (let pair = size - 1; pair > 0; pair -= 2) {
    if (pair === 6) pair = 5
    for (let step = 0; step < size; step++) {
      const isUpward = ((pair + 1) & 2) === 0
      const row = isUpward ? size - 1 - step : step
      for (const column of [pair, pair - 1]) {
        if (!isFree(row, column)) continue
        const byte = bytes[position >> 3] ?? 0
        const bit = ((byte >> (7 - (position & 7))) & 1) === 1
        set(row, column, bit !== mask(row, column))
        position++
      }
    }
  }
}
