/** A generated avatar: one SVG path on a square. */
export type Avatar = {
  /** Side length of the square. */
  readonly size: number
  readonly background: string
  readonly foreground: string
  readonly path: string
}

/**
 * A two-tone avatar, always the same for an address. The hash of the address fills the left half of
 * a 4 × 4 grid with squares and triangles, mirrored to the right, and picks the hue.
 */
export function createAvatar(address: string): Avatar {
  // Hex addresses ignore letter case; other addresses depend on it.
  const bits = hash(/^0x/i.test(address) ? address.toLowerCase() : address)
  const hue = (bits >>> 16) % 360
  let path = ''
  for (let cell = 0; cell < 8; cell++) {
    const shape = (bits >>> (cell * 2)) & 3
    const x = (cell % 2) * 2
    const y = (cell >> 1) * 2
    path += part(shape, x, y, 2) + part(shape, 8 - x, y, -2)
  }
  return {
    size: 8,
    background: `hsl(${hue} 60% 88%)`,
    foreground: `hsl(${hue + 40} 55% 34%)`,
    path: path || 'M2 2h4v4h-4z',
  }
}

/** One cell from its outer upper corner, `width` wide: empty, a square or one of two triangles. */
function part(shape: number, x: number, y: number, width: number): string {
  const outline = ['', `h${width}v2h${-width}z`, `h${width}v2z`, `v2h${width}z`][shape]
  return outline ? `M${x} ${y}${outline}` : ''
}

/** FNV-1a with a final mix, so that addresses with the same start or end look different. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
