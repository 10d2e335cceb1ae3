/** Styles of the Token view. */
export const tokenCss = `
.token-page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px }
.token-head { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 2px; text-align: center }
.token-head .picture { margin-block-end: 8px }
.token-name { max-inline-size: 100%; color: var(--lk-text-2); font-weight: 500; overflow-wrap: anywhere }
.token-figure { max-inline-size: 100%; min-block-size: 40px; font-size: calc(var(--lk-type)*3.2); font-weight: 600; line-height: 1.25; letter-spacing: -.015em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.token-figure-long { font-size: calc(var(--lk-type)*2.2); line-height: 1.4 }
.token-figure-symbol { color: var(--lk-text-2); font-weight: 500 }
.token-value { color: var(--lk-text-2); font-variant-numeric: tabular-nums }
.token-facts { display: grid; margin: 0; padding: 4px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.token-fact { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-block-size: 44px }
.token-fact + .token-fact { border-block-start: 1px solid var(--lk-line) }
.token-fact dt { flex: none; color: var(--lk-text-2) }
.token-fact dd { display: inline-flex; align-items: center; gap: 8px; min-inline-size: 0; margin: 0; font-weight: 500; font-variant-numeric: tabular-nums; text-align: end; overflow-wrap: anywhere }
.token-fact .icon-button { margin-inline: -8px -12px; color: var(--lk-text-2) }
.token-copy { display: inline-flex; align-items: center; gap: 6px; min-block-size: 44px; border-radius: 8px }
.token-copy .icon { color: var(--lk-text-2) }
.token-activity { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px }
.token-heading { font-size: var(--lk-row); font-weight: 600 }
@media (forced-colors: active) { .token-facts { border: 1px solid CanvasText } }
`
