/** Styles of the Swap form, shared with its review. */
export const swapCss = `
.swap { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; min-inline-size: 0 }
.swap-fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px }
.swap-fields > .form-card { padding-block: 12px; gap: 2px }
.swap-flip { display: grid; place-items: center; justify-self: center; inline-size: 44px; block-size: 44px; margin-block: -22px; z-index: 1; border: 4px solid var(--lk-surface-0); border-radius: 14px; background: var(--lk-surface-1); color: var(--lk-text-1); transition: background-color 120ms }
.swap-flip .icon { transition: transform 220ms cubic-bezier(.2, .9, .25, 1) }
.swap-flip:active .icon { transform: rotate(180deg) }
.swap .amount-input:read-only { cursor: default }
.swap .amount-input[aria-busy=true] { opacity: .55; transition: opacity 160ms 150ms }
.swap .amount-input[aria-busy=true]:placeholder-shown { animation: swap-wait 1.2s infinite alternate }
@keyframes swap-wait { from { opacity: .35 } to { opacity: .9 } }
.swap .form-facts { min-block-size: 24px }
.swap-placeholder { min-block-size: 124px; align-content: center }
.swap-details { display: grid; padding-inline: 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.swap-summary { display: flex; align-items: center; gap: 8px; inline-size: 100%; min-block-size: 44px; text-align: start; font-variant-numeric: tabular-nums }
.swap-summary .icon { flex: none; color: var(--lk-text-2); transition: transform 160ms }
.swap-summary[aria-expanded=true] > .icon { transform: rotate(180deg) }
.swap-rate { flex: 1; min-inline-size: 0; font-weight: 500; overflow-wrap: anywhere }
.swap-gas { display: inline-flex; align-items: center; gap: 4px; flex: none; color: var(--lk-text-2) }
.swap-summary .swap-gas .icon { color: var(--lk-text-3) }
.swap-more { display: grid; border-block-start: 1px solid var(--lk-line) }
.swap-more > .detail:first-child { border: 0 }
/* The disabled button says what is missing, so it keeps full contrast. */
.swap > .button[aria-disabled=true]:not([aria-busy=true]) { background: var(--lk-surface-2); color: var(--lk-text-2); opacity: 1 }
@media (hover: hover) { .swap-flip:hover { background: var(--lk-surface-2) } }
@media (prefers-reduced-motion: reduce) { .swap-flip .icon, .swap-summary .icon { transition: none } .swap .amount-input[aria-busy=true]:placeholder-shown { animation: none } }
@media (forced-colors: active) { .swap-flip { border: 1px solid ButtonBorder } .swap-details { border: 1px solid CanvasText } }
`
