export const qrScannerCss = `
.scanner { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; border-radius: calc(var(--lk-radius)*5) }
.scanner:focus-visible { outline: none }
.viewfinder {
  position: relative; display: grid; place-items: center; inline-size: 100%; max-inline-size: 340px; aspect-ratio: 1; margin-inline: auto; overflow: hidden;
  border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-2); isolation: isolate;
}
.viewfinder video { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; z-index: -1; opacity: 0; transition: opacity 200ms }
.viewfinder[data-live=true] { background: #000 }
.viewfinder[data-live=true] video { opacity: 1 }
.viewfinder-marks { position: absolute; inset: 13%; inline-size: 74%; block-size: 74%; fill: none; stroke: #fff; stroke-width: 1.5; stroke-linecap: round; filter: drop-shadow(0 0 3px rgb(0 0 0/60%)); animation: breathe 2.4s ease-in-out infinite }
@keyframes breathe { 50% { transform: scale(.965) } }
.viewfinder-light { position: absolute; inset-block-end: 12px; inset-inline-end: 12px; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 50%; background: rgb(0 0 0/60%); color: #fff; transition: background-color 120ms, color 120ms }
.viewfinder-light[aria-pressed=true] { background: #fff; color: #131316 }
.viewfinder-light:focus-visible { outline-color: #fff; box-shadow: 0 0 0 5px #000 }
.viewfinder-words { display: grid; justify-items: center; gap: 4px; padding: 16px 24px; text-align: center }
.viewfinder-icon { display: grid; place-items: center; inline-size: 64px; block-size: 64px; margin-block-end: 8px; border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-0); color: var(--lk-text-2) }
.viewfinder-icon path { stroke-width: 1.4 }
.viewfinder-icon[data-waiting] { animation: pulse 1.6s ease-in-out infinite }
.viewfinder-title { font-size: var(--lk-row); font-weight: 550; line-height: 1.5 }
.viewfinder-text { color: var(--lk-text-2); text-wrap: balance }
.scanner > .stack .button { padding-inline: 8px; font-size: var(--lk-body); background: var(--lk-surface-2) }
.viewfinder .button { margin-block-start: 12px; background: var(--lk-surface-0) }
.scanner-hint { min-block-size: 2.86em; padding-inline: 8px; color: var(--lk-text-2); text-align: center; text-wrap: balance }
.scanner-hint:empty { min-block-size: 0; margin-block-start: -12px }
.scanner-problem { color: var(--lk-bad) }
@media (hover: hover) { .viewfinder .button:hover { background: var(--lk-surface-1) } .scanner > .stack .button:hover { background: color-mix(in srgb, var(--lk-text-1) 6%, var(--lk-surface-2)) } }
@media (prefers-reduced-motion: reduce) { .viewfinder-marks { animation: none } .viewfinder video { transition: none } }
@media (forced-colors: active) { .viewfinder { border: 1px solid CanvasText } .viewfinder-light { border: 1px solid ButtonBorder } }
`
