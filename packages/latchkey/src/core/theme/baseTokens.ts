import { accentTokens } from '@latchkey/wire/frame/accentTokens'
import { accents, palettes } from '@latchkey/wire/frame/palette'
import {
  parseThemeVariables,
  type ThemeMode,
  type ThemeState,
  type ThemeVariables,
} from './store.js'

const length = /^\d*\.?\d+(px|rem|em)$/

/** The tokens of the page buttons, by name without `--lk-`. */
export function baseTokens({ mode, variables }: ThemeState): Readonly<Record<string, string>> {
  const given = parseThemeVariables(variables)
  return {
    ...mixColors(palettes[mode], given),
    ...accentTokens(given['--lk-accent'] ?? accents[mode]),
    font: given['--lk-font-family'] ?? 'system-ui,sans-serif',
    radius: lengthOr('4px', given['--lk-border-radius-master']),
    type: lengthOr('10px', given['--lk-font-size-master']),
    'radius-button': 'calc(var(--lk-radius)*3)',
  }
}

/** Tokens as a rule for a shadow root of the widget; the site's rules for the host element override it. */
export function toCss(mode: ThemeMode, tokens: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `--lk-${name}:${value};`)
  return `:host{color-scheme:${mode};${declarations.join('')}}`
}

export function baseTokensCss(theme: ThemeState): string {
  return toCss(theme.mode, baseTokens(theme))
}

/** Blends the site's colour into the neutral and status colours. */
function mixColors(palette: Readonly<Record<string, string>>, given: ThemeVariables) {
  const strength = Math.min(Number(given['--lk-color-mix-strength']), 100)
  if (!(strength > 0)) return palette
  const mix = given['--lk-color-mix'] ?? '#000'
  return Object.fromEntries(
    Object.entries(palette).map(([name, color]) => [
      name,
      `color-mix(in srgb,${mix} ${strength}%,${color})`,
    ]),
  )
}

function lengthOr(otherwise: string, value: string | undefined): string {
  return value !== undefined && length.test(value) ? value : otherwise
}
