import { accentText } from '@latchkey/wire/frame/accentText'
import { palettes } from '@latchkey/wire/frame/palette'
import { baseTokens, cssOf } from './baseTokens.js'
import type { ThemeState } from './store.js'
import { parseThemeVariables } from './variables.js'

const depths = {
  light: {
    scrim: 'rgb(10 10 14/45%)',
    shadow: '0 1px 2px rgb(0 0 0/6%),0 12px 40px rgb(0 0 0/16%)',
  },
  dark: {
    scrim: 'rgb(0 0 0/60%)',
    shadow: '0 0 0 1px var(--lk-line),0 16px 48px rgb(0 0 0/60%)',
  },
} as const

/** Radii as multiples of `--lk-radius`, text sizes as multiples of `--lk-type`. */
const radii = { card: 6, row: 3.5, tile: 2.5 } as const
const textSizes = { large: 2, title: 1.7, row: 1.6, body: 1.4, caption: 1.2 } as const

/** Every design token, by its name without `--lk-`. */
export function themeTokens(theme: ThemeState): Readonly<Record<string, string>> {
  const given = parseThemeVariables(theme.variables)
  const base = baseTokens(theme)
  const tokens: Record<string, string> = {
    ...base,
    'accent-text': accentText(base.accent ?? '', theme.mode),
    ...depths[theme.mode],
    mono: "ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace",
    z: String(given['--lk-z-index'] ?? 999),
    // Scanners want dark on white, whatever the mode.
    qr: given['--lk-qr-color'] ?? palettes.light['text-1'],
  }
  for (const [name, factor] of Object.entries(radii)) {
    tokens[`radius-${name}`] = `calc(var(--lk-radius)*${factor})`
  }
  for (const [name, factor] of Object.entries(textSizes)) {
    tokens[name] = `max(12px,var(--lk-type)*${factor})`
  }
  return tokens
}

export function tokensCss(theme: ThemeState): string {
  return cssOf(theme.mode, themeTokens(theme))
}
