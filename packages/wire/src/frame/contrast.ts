/** Relative luminance, 0 to 1 (WCAG); undefined unless the colour is hex or rgb(). */
export function luminance(color: string): number | undefined {
  const hex = /^#[\da-f]{3,4}$/i.test(color) ? color.replace(/\w/g, '$&$&') : color
  const match =
    /^#(..)(..)(..)/.exec(hex) ?? /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)[\s,/)]/.exec(color)
  if (!match) return undefined
  const base = hex.startsWith('#') ? 16 : 10
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((channel) => {
    const share = Number.parseInt(channel, base) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast of two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
