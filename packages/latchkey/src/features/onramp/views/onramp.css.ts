export const onrampCss = `
.buy { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; min-inline-size: 0 }
.buy-cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.buy-card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); box-shadow: inset 0 0 0 1px transparent; transition: box-shadow 120ms, background-color 120ms }
.buy-card:has(input:focus) { box-shadow: inset 0 0 0 2px var(--lk-accent-text) }
.buy-card[data-bad] .buy-amount, .buy-card[data-bad] .buy-hint { color: var(--lk-bad) }
.buy-label { color: var(--lk-text-2); font-size: var(--lk-body); font-weight: 400 }
.buy-line { display: flex; align-items: center; gap: 8px; min-inline-size: 0 }
.buy-amount { flex: 1; display: flex; align-items: baseline; gap: 2px; min-inline-size: 0; font-size: 32px; font-weight: 600; line-height: 1.25; font-variant-numeric: tabular-nums; cursor: text }
.buy-amount[data-long] { font-size: clamp(17px, 5.5vw, 22px); line-height: 40px }
.buy-input { flex: 1; min-inline-size: 0; inline-size: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; font-variant-numeric: inherit; outline: none }
.buy-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.buy-pill { flex: none; display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 12px; border-radius: 22px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-weight: 550; transition: background-color 120ms, transform 80ms }
.buy-pill .icon, .buy-asset > .icon { color: var(--lk-text-2) }
button.buy-pill:active { transform: scale(.97) }
.buy-presets { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 6px }
.buy-preset { min-block-size: 44px; padding-inline: 0; font-size: var(--lk-body); text-align: center; border-radius: 12px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-weight: 550; font-variant-numeric: tabular-nums; overflow: hidden; text-overflow: ellipsis; transition: background-color 120ms }
.buy-preset[aria-pressed=true] { box-shadow: inset 0 0 0 2px var(--lk-accent-text); color: var(--lk-accent-text) }
.buy-hint { display: flex; align-items: center; gap: 6px; min-block-size: 20px; color: var(--lk-text-2); font-size: var(--lk-body) }
.buy-asset { grid-template-columns: auto minmax(0, 1fr) auto; align-items: center; gap: 12px; inline-size: 100%; text-align: start }
.buy-asset-text { display: grid; min-inline-size: 0 }
.buy-asset-name { font-size: var(--lk-row); font-weight: 600; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.buy-methods { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 2px; margin: 0; padding: 3px; border: 0; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.buy-method { position: relative; display: flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding: 4px 8px; border-radius: calc(var(--lk-radius-row) - 3px); color: var(--lk-text-2); font-size: var(--lk-body); font-weight: 550; text-align: center; cursor: pointer }
.buy-method:has(:checked) { background: var(--lk-surface-0); color: var(--lk-text-1); box-shadow: 0 0 0 1px var(--lk-line) }
:host([data-theme=dark]) .buy-method:has(:checked) { background: var(--lk-surface-2) }
.buy-method:has(:focus-visible) { outline: 2px solid var(--lk-accent-text); outline-offset: -2px }
.buy .row-title { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px }
.buy-name { overflow: hidden; text-overflow: ellipsis }
.buy .row-title .badge { flex: none }
.buy .row-trailing { max-inline-size: 55% }
/* A disabled row says why, so its reason keeps full contrast. */
.buy .row[aria-disabled=true] { opacity: 1 }
.buy .row[aria-disabled=true] :is(.row-image, .row-title) { opacity: .55 }
.buy .row[aria-disabled=true] .row-subtitle { white-space: normal }
/* What does not fit wraps to a hidden line. */
.buy-facts { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; block-size: 20px; overflow: hidden }
.buy-networks { display: inline-flex; padding-inline-start: 4px }
.buy-networks > .picture { inline-size: 16px !important; block-size: 16px !important; margin-inline-start: -4px; font-size: 9px !important; box-shadow: 0 0 0 1.5px var(--lk-surface-1) }
.buy-price { display: grid; text-align: end; font-weight: 600; color: var(--lk-text-1); font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.buy-total { color: var(--lk-text-2); font-size: var(--lk-caption); font-weight: 400 }
.buy-price-loading { display: block; inline-size: 72px; block-size: 14px; border-radius: 7px; background: var(--lk-surface-2); animation: pulse 1.6s ease-in-out infinite }
.buy-foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 12px; color: var(--lk-text-2); font-size: var(--lk-caption) }
.buy-to { min-inline-size: 0; overflow-wrap: anywhere }
@media (hover: hover) {
  button.buy-pill:hover, .buy-preset:hover, .buy-asset:hover { background: var(--lk-surface-2) }
}
@media (prefers-reduced-motion: reduce) { .buy-pill { transition: none } .buy-pill:active { transform: none } .buy-price-loading { animation: none } }
@media (forced-colors: active) { .buy-card { border: 1px solid CanvasText } .buy-pill, .buy-preset, .buy-method { border: 1px solid ButtonBorder } .buy-method:has(:checked), .buy-preset[aria-pressed=true] { border-color: Highlight } }
`
