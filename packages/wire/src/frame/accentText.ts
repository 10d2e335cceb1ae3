import { contrast, luminance } from './contrast.js'
import { palettes } from './palette.js'

/** The accent colour if it is readable as text, otherwise its nearest readable shade. */
export function accentText(accent: string, mode: keyof typeof palettes): string {
  const light = luminance(accent)
  const surface = luminance(palettes[mode]['surface-2'])
  if (light !== undefined && contrast(light, surface ?? 0) >= 4.5) return 'var(--lk-accent)'
  return `oklch(from var(--lk-accent) ${mode === 'light' ? 'min(l,.5)' : 'max(l,.75)'} c h)`
}
