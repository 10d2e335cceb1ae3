import { contrast, luminance } from '@latchkey/wire/frame/contrast'
import { accents, palettes } from '@latchkey/wire/frame/palette'

export type Theme = { readonly mode: keyof typeof palettes; readonly accent: string | undefined }

/**
 * Writes the theme as custom properties of the document. Each is set through the rule's own
 * declaration, so that a value from the site stays one value; surfaces and text are never the site's,
 * or it could make a warning unreadable.
 */
export function applyTheme(sheet: CSSStyleSheet, { mode, accent }: Theme): void {
  if (sheet.cssRules.length === 0) sheet.insertRule(':root{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  const palette = palettes[mode]
  const chosen = accent !== undefined && CSS.supports('color', accent) ? accent : accents[mode]
  const light = luminance(chosen)
  const onAccent = light === undefined ? readableOn : contrast(light, 1) >= 4.5 ? '#fff' : '#000'
  const away = onAccent === '#000' ? '#fff' : '#000'
  const readable =
    light !== undefined && contrast(light, luminance(palette['surface-2']) ?? 0) >= 4.5
  const tokens = {
    ...palette,
    accent: chosen,
    'accent-hover': `color-mix(in srgb,var(--lk-accent) 90%,${away})`,
    'accent-pressed': `color-mix(in srgb,var(--lk-accent) 80%,${away})`,
    'on-accent': onAccent,
    'accent-text': readable
      ? 'var(--lk-accent)'
      : `oklch(from var(--lk-accent) ${mode === 'light' ? 'min(l,.5)' : 'max(l,.75)'} c h)`,
  }
  style.setProperty('color-scheme', mode)
  for (const [name, value] of Object.entries(tokens)) style.setProperty(`--lk-${name}`, value)
}

/** Black or white by the luminance the browser finds, for colours that are not written as numbers. */
const readableOn = `color(from var(--lk-accent) xyz-d65 ${['.95', '1', '1.089']
  .map((white) => `clamp(0,(.18 - y)*1e4,${white})`)
  .join(' ')})`
