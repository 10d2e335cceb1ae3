/** Styles of the fields for amounts and of the cards around them, for forms about money. */
export const amountFieldCss = `
.form-card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); box-shadow: inset 0 0 0 1px transparent; transition: box-shadow 120ms }
.form-card:focus-within:has(:is(input, textarea):focus) { box-shadow: inset 0 0 0 2px var(--lk-accent-text) }
.form-line { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-inline-size: 0 }
.form-label { color: var(--lk-text-2); font-size: var(--lk-body); font-weight: 500 }
.form-arrow { display: grid; place-items: center; justify-self: center; inline-size: 36px; block-size: 36px; margin-block: -22px; z-index: 1; border: 3px solid var(--lk-surface-0); border-radius: 12px; background: var(--lk-surface-1); color: var(--lk-text-2); pointer-events: none }
.amount-input { flex: 1; min-inline-size: 0; padding: 0; border: 0; background: none; color: var(--lk-text-1); font: inherit; appearance: none; border-radius: 0 }
.amount-input:focus { outline: none }
.amount-input { block-size: 44px; font-weight: 600; letter-spacing: -.015em; font-variant-numeric: tabular-nums; text-overflow: ellipsis }
.amount-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.amount-input:disabled { opacity: 1; -webkit-text-fill-color: var(--lk-text-3) }
.amount-sign { color: var(--lk-text-2); font-weight: 600; margin-inline-end: -8px }
.amount-large { font-size: calc(var(--lk-type)*3.2) }
.amount-medium { font-size: calc(var(--lk-type)*2.4) }
.amount-small { font-size: max(16px, calc(var(--lk-type)*1.8)) }
.amount-tiny { font-size: 16px; letter-spacing: -.02em }
.amount-line:has(.amount-tiny) { flex-wrap: wrap; row-gap: 4px }
.amount-input.amount-tiny { flex-basis: 80% }
.amount-line > .token-button { margin-inline-start: auto }
/* A long amount gets its own line, so that it is never cut off. */
@supports (field-sizing: content) {
  .amount-line:not(:has(.amount-sign)) { flex-wrap: wrap; row-gap: 4px }
  .amount-line > .amount-input { field-sizing: content; flex-basis: auto; min-inline-size: 56px; max-inline-size: 100% }
}
[data-bad] .amount-input, [data-bad] .amount-sign { color: var(--lk-bad) }
.token-button { flex: none; display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; max-inline-size: 62%; padding-inline: 10px; border-radius: 22px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-size: var(--lk-row); font-weight: 550; transition: background-color 120ms, transform 80ms }
.token-button .icon { color: var(--lk-text-2) }
.token-button:active { transform: scale(.97) }
.token-button-empty { max-inline-size: none; padding-inline: 16px 12px; background: var(--lk-accent); color: var(--lk-on-accent); box-shadow: none }
.token-button-empty .icon { color: inherit }
.token-symbol { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.form-facts { min-block-size: 24px; color: var(--lk-text-2); font-variant-numeric: tabular-nums; flex-wrap: wrap; row-gap: 4px }
.available { display: inline-flex; align-items: center; gap: 8px; margin-inline-start: auto; min-inline-size: 0 }
.available-text { overflow-wrap: anywhere }
.form-bad { color: var(--lk-bad) }
.form-problem { display: flex; align-items: flex-start; gap: 6px; color: var(--lk-bad); overflow-wrap: anywhere }
.form-problem .icon { margin-block-start: 2px }
.form-problem .link { flex: none; margin-inline-start: auto }
@media (hover: hover) {
  .token-button:hover:not(.token-button-empty) { background: var(--lk-surface-2) }
  .token-button-empty:hover { background: var(--lk-accent-hover) }
}
@media (prefers-reduced-motion: reduce) { .token-button { transition: none } .token-button:active { transform: none } }
@media (forced-colors: active) { .form-card { border: 1px solid CanvasText } .token-button { border: 1px solid ButtonBorder } }
`
