import { contrast, luminance } from '@latchkey/wire/frame/contrast'
import { palettes } from '@latchkey/wire/frame/palette'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ThemeVariables } from './store.js'
import { getThemeTokens, tokensCss } from './tokens.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const variableNames = [
  'font-family',
  'accent',
  'color-mix',
  'color-mix-strength',
  'font-size-master',
  'border-radius-master',
  'z-index',
  'qr-color',
]
const modes = ['light', 'dark'] as const

function contrastOf(one: string, other: string): number {
  return contrast(luminance(one) as number, luminance(other) as number)
}

describe('palette', () => {
  const texts = ['text-1', 'text-2', 'text-3', 'good', 'warn', 'bad'] as const
  const surfaces = ['surface-0', 'surface-1', 'surface-2'] as const
  const pairs = modes.flatMap((mode) =>
    texts.flatMap((text) => surfaces.map((surface) => [mode, text, surface] as const)),
  )

  it.each(pairs)('has enough contrast in %s mode: %s on %s', (mode, text, surface) => {
    expect(contrastOf(palettes[mode][text], palettes[mode][surface])).toBeGreaterThanOrEqual(4.5)
  })
})

describe('luminance', () => {
  it.each([
    ['#fff', 1],
    ['#FFFFFF', 1],
    ['#000000ff', 0],
    ['#0008', 0],
    ['rgb(255 255 255)', 1],
    ['rgb(255,255,255)', 1],
    ['rgba(0, 0, 0, 0.5)', 0],
    ['rgb(0 0 0 / 50%)', 0],
    ['red', undefined],
    ['rgb(50% 50% 50%)', undefined],
    ['#12', undefined],
    ['', undefined],
  ])('parses %s as %s', (color, expected) => {
    expect(luminance(color)).toBe(expected)
  })
})

describe('accent', () => {
  const hex = fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
    .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`)

  it('has readable text for any colour', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...modes), (accent, mode) => {
        const tokens = getThemeTokens({ mode, variables: { '--lk-accent': accent } })
        expect(tokens.accent).toBe(accent)
        expect(contrastOf(tokens['on-accent'] as string, accent)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('lets the browser handle colours it cannot parse', () => {
    const tokens = getThemeTokens({ mode: 'light', variables: { '--lk-accent': 'rebeccapurple' } })
    expect(tokens['on-accent']).toMatch(/^color\(from var\(--lk-accent\) xyz-d65 /)
  })

  it('is used as text only with enough contrast', () => {
    const textOf = (accent: string) =>
      getThemeTokens({ mode: 'light', variables: { '--lk-accent': accent } })['accent-text']
    expect(textOf('#2f5bea')).toBe('var(--lk-accent)')
    expect(textOf('#ffee00')).toBe('oklch(from var(--lk-accent) min(l,.5) c h)')
  })
})

describe('theme variables', () => {
  const css = (variables: object) =>
    tokensCss({ mode: 'dark', variables: variables as ThemeVariables })

  it('set their tokens', () => {
    const text = css({
      '--lk-font-family': 'Inter, sans-serif',
      '--lk-border-radius-master': '2px',
      '--lk-font-size-master': '0.7rem',
      '--lk-z-index': 5,
      '--lk-qr-color': '#123456',
      '--lk-color-mix': '#00f',
      '--lk-color-mix-strength': 20,
    })
    expect(text).toContain('--lk-font:Inter, sans-serif;')
    expect(text).toContain('--lk-radius:2px;')
    expect(text).toContain('--lk-type:0.7rem;')
    expect(text).toContain('--lk-z:5;')
    expect(text).toContain('--lk-qr:#123456;')
    expect(text).toContain('--lk-surface-0:color-mix(in srgb,#00f 20%,#141416);')
    expect(text).toMatch(/^:host\{color-scheme:dark;/)
  })

  it.each([
    [{ '--w3m-accent': '#222222' }, '#222222'],
    [{ '--apkt-accent': '#111111', '--w3m-accent': '#222222' }, '#111111'],
    [
      { '--lk-accent': '#333333', '--apkt-accent': '#111111', '--w3m-accent': '#222222' },
      '#333333',
    ],
  ])('accept the older prefixes and prefer `--lk-`: %j', (variables, accent) => {
    expect(css(variables)).toContain(`--lk-accent:${accent};`)
  })

  it.each([
    'red;}:host{display:none',
    'url(https://evil.test/x)',
    'URL(//evil.test)',
    '@import',
    'image-set("x.png" 1x)',
    ')(',
    'a\nb',
    'a/*',
    '\\75rl(x)',
    "'Inter",
    'rgb(0 0 0',
    'red)',
    '[',
    '',
  ])('are dropped with the value %j', (value) => {
    const variables = Object.fromEntries(
      variableNames.flatMap((name) => [
        [`--lk-${name}`, value],
        [`--w3m-${name}`, value],
        [`--apkt-${name}`, value],
      ]),
    )
    expect(css(variables)).toBe(css({}))
  })

  it('cannot break out of their declaration', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...variableNames), fc.anything()), (values) => {
        const prefixed = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`--w3m-${name}`, value]),
        )
        const outline = (text: string) => text.match(/[;{}]|--lk-[\w-]+:/g)
        expect(outline(css(prefixed))).toEqual(outline(css({})))
      }),
    )
  })
})
