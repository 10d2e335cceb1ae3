/**
 * Letters, digits and currency signs as single strokes, 100 high, so that marks need no font.
 * `width` is the width of the stroke; bars of a sign may be slightly wider.
 */
const P = 'M0 100V0H36A28 28 0 0 1 36 56H0'
const S =
  'M64 18C57 6 46 0 34 0C16 0 3 10 3 25C3 58 68 42 68 74C68 90 53 100 35 100C19 100 6 93 0 80'
const C = 'M77 17A44 50 0 1 0 77 83'
const B = 'M0 0H35A24 24 0 0 1 35 48H0M35 48H37A26 26 0 0 1 37 100H0V0'
const N = 'M0 100V0L72 100V0'
const W = 'M0 0L27 100L54 12L81 100L108 0'
const Y = 'M0 0L36 52L72 0M36 52V100'

const glyphs = {
  A: { width: 78, path: 'M0 100L39 0L78 100M14 65H64' },
  B: { width: 63, path: B },
  C: { width: 78, path: C },
  D: { width: 80, path: 'M0 0H30A50 50 0 0 1 30 100H0Z' },
  E: { width: 58, path: 'M58 0H0V100H58M0 50H50' },
  F: { width: 56, path: 'M56 0H0V100M0 50H48' },
  G: { width: 88, path: 'M77 17A44 50 0 1 0 88 53H54' },
  H: { width: 70, path: 'M0 0V100M70 0V100M0 50H70' },
  I: { width: 0, path: 'M0 0V100' },
  J: { width: 46, path: 'M46 0V74A23 26 0 0 1 0 74' },
  K: { width: 66, path: 'M0 0V100M62 0L0 62M23 40L66 100' },
  L: { width: 54, path: 'M0 0V100H54' },
  M: { width: 90, path: 'M0 100V0L45 64L90 0V100' },
  N: { width: 72, path: N },
  O: { width: 92, path: 'M46 0A46 50 0 1 0 46 100A46 50 0 1 0 46 0Z' },
  P: { width: 64, path: P },
  Q: { width: 92, path: 'M46 0A46 50 0 1 0 46 100A46 50 0 1 0 46 0ZM58 70L90 104' },
  R: { width: 66, path: `${P}M34 56L66 100` },
  S: { width: 68, path: S },
  T: { width: 74, path: 'M0 0H74M37 0V100' },
  U: { width: 72, path: 'M0 0V64A36 36 0 0 0 72 64V0' },
  V: { width: 78, path: 'M0 0L39 100L78 0' },
  W: { width: 108, path: W },
  X: { width: 70, path: 'M0 0L70 100M70 0L0 100' },
  Y: { width: 72, path: Y },
  Z: { width: 66, path: 'M0 0H66L0 100H66' },
  0: { width: 72, path: 'M36 0A36 50 0 1 0 36 100A36 50 0 1 0 36 0Z' },
  1: { width: 26, path: 'M0 20L26 0V100' },
  2: { width: 66, path: 'M2 30A31 30 0 0 1 64 30C64 54 0 74 0 100H66' },
  3: {
    width: 62,
    path: 'M4 14C12 4 22 0 33 0A25 24 0 0 1 33 48H26M33 48H35A26 26 0 0 1 35 100C20 100 8 95 0 84',
  },
  4: { width: 70, path: 'M52 100V0L0 70H70' },
  5: { width: 64, path: 'M60 0H10L5 44C14 38 24 36 32 36A32 32 0 0 1 32 100C18 100 7 95 0 84' },
  6: { width: 66, path: 'M54 0C24 18 0 44 0 67A33 33 0 1 0 33 34C20 34 9 42 3 54' },
  7: { width: 66, path: 'M0 0H66L22 100' },
  8: {
    width: 64,
    path: 'M32 0A25 24 0 1 0 32 48A25 24 0 1 0 32 0ZM32 48A31 26 0 1 0 32 100A31 26 0 1 0 32 48Z',
  },
  9: { width: 66, path: 'M12 100C42 82 66 56 66 33A33 33 0 1 0 33 66C46 66 57 58 63 46' },
  $: { width: 68, path: `${S}M34 -15V115` },
  '€': { width: 78, path: `${C}M-13 40H50M-13 61H50` },
  '£': {
    width: 62,
    path: 'M60 20C57 7 48 0 37 0C22 0 14 11 14 27C14 41 20 50 20 63C20 80 12 92 2 100H62M0 54H46',
  },
  '¥': { width: 72, path: `${Y}M8 57H64M8 77H64` },
  '₹': { width: 66, path: 'M0 0H66M0 26H66M0 0H20C58 0 58 52 20 52H0L46 100' },
  '₩': { width: 108, path: `${W}M-8 36H116M-8 57H116` },
  '₺': { width: 68, path: 'M20 0V100H24C50 100 66 84 68 58M0 54L54 28M0 78L54 52' },
  '₪': { width: 82, path: 'M0 100V0H28A26 26 0 0 1 54 26V68M28 34V100H54A28 28 0 0 0 82 72V0' },
  '₦': { width: 72, path: `${N}M-13 38H85M-13 62H85` },
  '₱': { width: 64, path: `${P}M-14 17H78M-14 38H78` },
  '฿': { width: 63, path: `${B}M26 -15V0M26 100V115` },
}

const gap = 30

/** Draws signs in a row as one stroked path, centred on 64 × 64 and inside the box. */
export function drawSigns(signs, { height, width, stroke, colour }) {
  const row = [...signs].map((sign) => glyphs[sign])
  const breadth = row.reduce((sum, glyph) => sum + glyph.width, gap * (row.length - 1))
  const scale = Math.min(height / 100, width / Math.max(breadth, 1))
  let x = 64 - (breadth * scale) / 2
  const y = 64 - 50 * scale
  const paths = row.map((glyph) => {
    const transform = `translate(${round(x)} ${round(y)}) scale(${round(scale)})`
    x += (glyph.width + gap) * scale
    return `<path transform="${transform}" stroke-width="${round(stroke / scale)}" d="${glyph.path}"/>`
  })
  return `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}

const round = (value) => Math.round(value * 1_000) / 1_000
