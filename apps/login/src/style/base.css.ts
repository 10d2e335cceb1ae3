import { motion } from '@latchkey/parts/motion'
import { sizeTokens } from '@latchkey/parts/sizes.css'

/** Styles of every screen; sizes, radii and fonts match the widget's card. */
export const baseCss = `
:root {
  --lk-radius: 4px; --lk-type: 10px; ${sizeTokens}
  --lk-font: system-ui, sans-serif;
  background: var(--lk-surface-0);
}
body { margin: 0 }
.frame { overflow-x: clip; background: var(--lk-surface-0) }
.screen { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding: 4px; animation: appear ${motion.view}ms ease-out }
.screen[hidden] { display: none }
h3, ol, dl, dd { margin: 0; padding: 0; list-style: none }
h3 { font: inherit }
.title { font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance; overflow-wrap: anywhere }
.quiet { color: var(--lk-text-2); overflow-wrap: anywhere }
.hint { color: var(--lk-text-3); font-size: var(--lk-caption); line-height: 1.33 }
.centred { text-align: center; justify-items: center }
.centred .quiet { text-wrap: balance }
.words { display: grid; gap: 4px; min-inline-size: 0 }
@media (prefers-reduced-motion: reduce) {
  .screen { animation-duration: ${motion.reduced}ms }
  *, ::before, ::after { transition: none !important }
}
`
