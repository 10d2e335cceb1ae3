import { accentText } from '@latchkey/wire/frame/accentText'
import { accentTokens } from '@latchkey/wire/frame/accentTokens'
import { accents, palettes } from '@latchkey/wire/frame/palette'

export type Theme = { readonly mode: keyof typeof palettes; readonly accent: string | undefined }

/**
 * Sets the theme as custom properties, one by one through CSSOM, so that a site's value cannot add
 * others. Surface and text colours are fixed, so that warnings stay readable.
 */
export function applyTheme(sheet: CSSStyleSheet, { mode, accent }: Theme): void {
  if (sheet.cssRules.length === 0) sheet.insertRule(':root{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  const chosen = accent !== undefined && CSS.supports('color', accent) ? accent : accents[mode]
  const tokens = {
    ...palettes[mode],
    ...accentTokens(chosen),
    'accent-text': accentText(chosen, mode),
  }
  style.setProperty('color-scheme', mode)
  for (const [name, value] of Object.entries(tokens)) style.setProperty(`--lk-${name}`, value)
}
