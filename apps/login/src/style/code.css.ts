export const codeCss = `
.code-field { position: relative; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 48px); justify-content: center; gap: 8px; inline-size: 100%; max-inline-size: 328px; margin-inline: auto }
.code-input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; padding: 0; border: 0; background: none; color: transparent; caret-color: transparent; font-size: 16px; cursor: text; outline: none !important; z-index: 1 }
.code-input::selection { background: transparent; color: transparent }
.code-input:autofill { -webkit-text-fill-color: transparent; transition: background-color 9999s }
.code-box { display: grid; place-items: center; block-size: 56px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); box-shadow: inset 0 0 0 1px var(--lk-line); font: 600 22px/1 var(--lk-font); font-variant-numeric: tabular-nums; transition: box-shadow 120ms }
.code-field[data-long] { gap: 4px }
.code-field[data-long] .code-box { border-radius: 10px; font-size: 20px }
.code-field[data-long] .code-box:nth-of-type(-n+3) { translate: -3px }
.code-field[data-long] .code-box:nth-of-type(n+7) { translate: 3px }
.code-box[data-active] { box-shadow: inset 0 0 0 2px var(--lk-accent-text) }
.code-box[data-active]:empty::after { content: ''; inline-size: 2px; block-size: 24px; border-radius: 1px; background: var(--lk-accent-text); animation: pulse 1.1s infinite }
.code-field[data-wrong] { animation: shake 400ms }
.code-field[data-wrong] .code-box { box-shadow: inset 0 0 0 1.5px var(--lk-bad) }
.code-field[data-wrong] .code-box[data-active] { box-shadow: inset 0 0 0 2px var(--lk-bad) }
.code-field[data-wrong] .code-box[data-active]:empty::after { background: var(--lk-bad) }
.code-field[data-busy] .code-box { opacity: .55 }
.code-to { display: block; font-weight: 550; color: var(--lk-text-1); unicode-bidi: isolate; overflow-wrap: anywhere }
.code-state { display: flex; align-items: flex-start; justify-content: center; gap: 8px; min-block-size: 20px; text-align: center; text-wrap: balance }
.code-fault svg, .code-resent svg { display: inline-block; margin-inline-end: 6px; vertical-align: -3px }
.code-fault { color: var(--lk-bad); font-weight: 500 }
.code-resent { color: var(--lk-good) }
.code-foot { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; column-gap: 6px; min-block-size: 44px; color: var(--lk-text-2); text-align: center }
.code-screen { gap: 16px; padding-block-start: 8px }
/* Room for two lines of text, so that the buttons do not move. */
.passkey-words { align-content: start; min-block-size: 67px; text-wrap: balance }
.device .code-state:empty { min-block-size: 0; margin-block-end: -16px }
.device-number { display: grid; gap: 8px; justify-items: center }
.number { display: flex; justify-content: center; gap: 8px }
.number-digit { display: grid; place-items: center; inline-size: 72px; block-size: 88px; border-radius: 18px; background: var(--lk-surface-1); font: 600 44px/1 var(--lk-font); font-variant-numeric: tabular-nums }
@media (prefers-reduced-motion: reduce) { .code-field[data-wrong] { animation: none } }
@media (forced-colors: active) {
  .code-box, .number-digit { border: 1px solid }
  .code-box[data-active] { border: 2px solid Highlight }
}
`
