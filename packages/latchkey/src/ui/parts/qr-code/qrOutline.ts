import encode from 'qr'

/** Width of the light border, in modules. */
export const quietZone = 4

/** The empty square in the middle, in modules. */
export type Hole = { readonly start: number; readonly end: number }

/** Space for a picture: a fifth of the side, and an odd number of modules so that it is centered. */
export function getHole(size: number): Hole {
  const half = Math.floor(size / 10)
  const middle = (size - 1) / 2
  return { start: middle - half, end: middle + half }
}

/**
 * The data modules as one path for a stroke with round caps: a line per run of modules, a point per
 * single module. The three finders are drawn separately.
 */
export function toOutline(rows: QrMatrix, hole: Hole | undefined): string {
  const size = rows.length
  const isDrawn = (row: number, column: number) =>
    rows[row]?.[column] === true && !isFinder(size, row, column) && !isInside(hole, row, column)

  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!isDrawn(row, column)) continue
      const startsRow = !isDrawn(row, column - 1)
      const startsColumn = !isDrawn(row - 1, column)
      let right = 0
      let down = 0
      if (startsRow) while (isDrawn(row, column + right + 1)) right++
      if (startsColumn) while (isDrawn(row + down + 1, column)) down++
      const at = `M${column + quietZone + 0.5} ${row + quietZone + 0.5}`
      if (right > 0) path += `${at}h${right}`
      if (down > 0) path += `${at}v${down}`
      if (startsRow && startsColumn && right + down === 0) path += `${at}h0`
    }
  }
  return path
}

function isFinder(size: number, row: number, column: number): boolean {
  return (row < 7 && (column < 7 || column >= size - 7)) || (row >= size - 7 && column < 7)
}

function isInside(hole: Hole | undefined, row: number, column: number): boolean {
  return (
    hole !== undefined &&
    row >= hole.start &&
    row <= hole.end &&
    column >= hole.start &&
    column <= hole.end
  )
}

/** A square of modules, row by row; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The smallest code that fits the text, without the quiet zone. */
export function encodeQr(text: string, correction: 'medium' | 'quartile'): QrMatrix {
  // The library adds a border of at least one module.
  const rows = encode(text, 'raw', { ecc: correction, border: 1 })
  return rows.slice(1, -1).map((row) => row.slice(1, -1))
}
