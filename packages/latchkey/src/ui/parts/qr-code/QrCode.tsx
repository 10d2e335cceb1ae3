import { useMemo } from 'react'
import { Picture } from '../Picture.js'
import { encodeQr, getHole, quietZone, toOutline } from './qrOutline.js'

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
