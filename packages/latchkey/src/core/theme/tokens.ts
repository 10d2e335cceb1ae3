import { accentText } from '@latchkey/wire/frame/accentText'
import { palettes } from '@latchkey/wire/frame/palette'
import { baseTokens, toCss } from './baseTokens.js'
import { parseThemeVariables, type ThemeState } from './store.js'

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

/** The colours and shadows of a theme, by name without `--lk-`; styles derive the sizes. */
export function getThemeTokens(theme: ThemeState): Readonly<Record<string, string>> {
  const given = parseThemeVariables(theme.variables)
  const base = baseTokens(theme)
  return {
    ...base,
    'accent-text': accentText(base.accent ?? '', theme.mode),
    ...depths[theme.mode],
    z: String(given['--lk-z-index'] ?? 999),
    // Scanners need dark on white in every mode.
    qr: given['--lk-qr-color'] ?? palettes.light['text-1'],
  }
}

export function tokensCss(theme: ThemeState): string {
  return toCss(theme.mode, getThemeTokens(theme))
}
