import { contrast, luminance } from '@latchkey/wire/frame/contrast'
import { accents, palettes } from '@latchkey/wire/frame/palette'
import type { ThemeMode, ThemeState, ThemeVariables } from '../stores/theme.js'
import { parseThemeVariables } from './variables.js'

const length = /^\d*\.?\d+(px|rem|em)$/

/** The tokens that buttons on the page need, by their names without `--lk-`. */
export function baseTokens({ mode, variables }: ThemeState): Readonly<Record<string, string>> {
  const given = parseThemeVariables(variables)
  return {
    ...mixed(palettes[mode], given),
    ...accentTokens(given['--w3m-accent'] ?? accents[mode]),
    font: given['--w3m-font-family'] ?? 'system-ui,sans-serif',
    radius: lengthOr('4px', given['--w3m-border-radius-master']),
    type: lengthOr('10px', given['--w3m-font-size-master']),
    'radius-button': 'calc(var(--lk-radius)*3)',
  }
}

/** Tokens as a rule for a shadow root of the widget; a site's own rules for its host win. */
export function cssOf(mode: ThemeMode, tokens: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `--lk-${name}:${value};`)
  return `:host{color-scheme:${mode};${declarations.join('')}}`
}

export function baseTokensCss(theme: ThemeState): string {
  return cssOf(theme.mode, baseTokens(theme))
}

/** The accent stays as the site gave it; what lies on it is made readable. */
function accentTokens(accent: string): Record<string, string> {
  const light = luminance(accent)
  const onAccent = light === undefined ? undefined : contrast(light, 1) >= 4.5 ? '#fff' : '#000'
  // Away from the text on it, so that hovering never costs contrast.
  const away = onAccent ? (onAccent === '#fff' ? '#000' : '#fff') : 'var(--lk-text-1)'
  return {
    accent,
    'accent-hover': `color-mix(in srgb,var(--lk-accent) 90%,${away})`,
    'accent-pressed': `color-mix(in srgb,var(--lk-accent) 80%,${away})`,
    'on-accent': onAccent ?? readableOn(accent),
  }
}

/** Black or white by the luminance the browser finds, for colours this module cannot read. */
function readableOn(accent: string): string {
  const channels = ['.95', '1', '1.089'].map((white) => `clamp(0,(.18 - y)*1e4,${white})`)
  return `color(from ${accent} xyz-d65 ${channels.join(' ')})`
}

/** Blends the site's colour into the neutral and status colours. */
function mixed(palette: Readonly<Record<string, string>>, given: ThemeVariables) {
  const strength = Math.min(Number(given['--w3m-color-mix-strength']), 100)
  if (!(strength > 0)) return palette
  const mix = given['--w3m-color-mix'] ?? '#000'
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
