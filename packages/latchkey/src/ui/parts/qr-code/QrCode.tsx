import encode from 'qr'
import { useMemo } from 'react'
import { Picture } from '../Picture.js'

export type QrCodeProps = {
  readonly value: string
  /** Read by screen readers. */
  readonly alt: string
  /** Shown in the middle; the code then uses a higher error correction. */
  readonly image?: string | undefined
  /** Maximum size in pixels, including the quiet zone. */
  readonly size?: number
  readonly testId?: string | undefined
}

/** Dark on white also in dark mode, because some scanners need it. */
export function QrCode({ value, alt, image, size = 300, testId = 'wui-qr-code' }: QrCodeProps) {
  const hasImage = image !== undefined
  const drawing = useMemo(() => {
    const rows = encodeQr(value, hasImage ? 'quartile' : 'medium')
    const hole = hasImage ? getHole(rows.length) : undefined
    const side = rows.length + quietZone * 2
    const imageShare = hole ? (hole.end - hole.start) / side : 0
    return { side, path: toOutline(rows, hole), imageShare }
  }, [value, hasImage])

  const { side, path, imageShare } = drawing
  const far = side - quietZone - 7
  // Browser tests of sites read these attributes.
  const attributes = { uri: value, alt }
  return (
    <span
      role="img"
      className="qr"
      aria-label={alt}
      style={{ inlineSize: size }}
      data-testid={testId}
      {...attributes}
    >
      <svg key={value} viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth=".92" strokeLinecap="round" />
        <Finder x={quietZone} y={quietZone} />
        <Finder x={far} y={quietZone} />
        <Finder x={quietZone} y={far} />
      </svg>
      {hasImage && (
        <span className="qr-image">
          <Picture name="" src={image} size={Math.round(size * imageShare)} shape="tile" />
        </span>
      )}
    </span>
  )
}

function Finder({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <>
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width="6"
        height="6"
        rx="1.8"
        fill="none"
        stroke="currentColor"
      />
      <rect x={x + 2} y={y + 2} width="3" height="3" rx="1" fill="currentColor" />
    </>
  )
}

/** Width of the light border, in modules. */
export const quietZone = 4

/** The empty square in the middle, in modules. */
type Hole = { readonly start: number; readonly end: number }

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
