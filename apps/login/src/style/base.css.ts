/** What holds on every screen. Sizes, radii and type are those of the widget's card. */
export const baseCss = `
:root {
  --lk-radius-row: 14px; --lk-radius-tile: 10px;
  --lk-title: 17px; --lk-row: 16px; --lk-body: 14px; --lk-caption: 12px; --lk-large: 20px;
  --lk-font: system-ui, sans-serif;
  --lk-mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
  background: var(--lk-surface-0);
}
*, ::before, ::after { box-sizing: border-box }
body { margin: 0 }
.frame {
  overflow-x: clip;
  font: 400 var(--lk-body)/1.43 var(--lk-font); color: var(--lk-text-1); text-align: start;
  background: var(--lk-surface-0); -webkit-font-smoothing: antialiased; -webkit-tap-highlight-color: transparent; -webkit-text-size-adjust: 100%;
}
.screen { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding: 4px; animation: enter 180ms ease-out }
.screen[hidden] { display: none }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; list-style: none }
h1, h2, h3 { font: inherit }
button, input { font: inherit; color: inherit; letter-spacing: inherit; margin: 0 }
button { background: none; border: 0; padding: 0; text-align: inherit; cursor: pointer; touch-action: manipulation; user-select: none; -webkit-user-select: none }
button[aria-disabled=true] { cursor: default }
svg { display: block; flex: none }
:focus { outline: none }
:focus-visible { outline: 2px solid var(--lk-accent-text); outline-offset: 2px }
.icon-directional:dir(rtl) { transform: scaleX(-1) }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.mono { font-family: var(--lk-mono) }
.title { font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance; overflow-wrap: anywhere }
.quiet { color: var(--lk-text-2); overflow-wrap: anywhere }
.hint { color: var(--lk-text-3); font-size: var(--lk-caption); line-height: 1.33 }
.centred { text-align: center; justify-items: center }
.centred .quiet { text-wrap: balance }
.words { display: grid; gap: 4px; min-inline-size: 0 }
@keyframes enter { from { opacity: 0 } }
@keyframes spin { to { transform: rotate(1turn) } }
@keyframes shake { 20%, 60% { transform: translateX(-5px) } 40%, 80% { transform: translateX(5px) } }
@keyframes pulse { 50% { opacity: .45 } }
@keyframes draw { from { stroke-dashoffset: 24 } }
@media (prefers-reduced-motion: reduce) {
  .screen { animation-duration: 80ms }
  *, ::before, ::after { transition: none !important }
}
`
