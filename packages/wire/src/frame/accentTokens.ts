import { contrast, luminance } from './contrast.js'

/** The accent and its derived colours, for the widget and the login frame; names without `--lk-`. */
export function accentTokens(accent: string) {
  const light = luminance(accent)
  const onAccent = light === undefined ? undefined : contrast(light, 1) >= 4.5 ? '#fff' : '#000'
  // Mixes away from the text colour, so that hovering never reduces contrast.
  const away = onAccent ? (onAccent === '#fff' ? '#000' : '#fff') : 'var(--lk-text-1)'
  return {
    accent,
    'accent-hover': `color-mix(in srgb,var(--lk-accent) 90%,${away})`,
    'accent-pressed': `color-mix(in srgb,var(--lk-accent) 80%,${away})`,
    'on-accent': onAccent ?? blackOrWhite(),
  }
}

/** Computed by the browser, for colours that `luminance` cannot parse. */
function blackOrWhite(): string {
  const channels = ['.95', '1', '1.089'].map((white) => `clamp(0,(.18 - y)*1e4,${white})`)
  return `color(from var(--lk-accent) xyz-d65 ${channels.join(' ')})`
}
