/** Styles of the views that follow the form. */
export const purchasesCss = `
.buy-order { display: grid; gap: 8px; margin: 0; padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.buy-order > div { display: flex; justify-content: space-between; gap: 16px }
.buy-order dt { flex: none; color: var(--lk-text-2) }
.buy-order dd { display: grid; margin: 0; min-inline-size: 0; text-align: end; font-weight: 550; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.buy-order .full-address { font-size: var(--lk-caption) }
.buy-month { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.buy-status { display: grid; justify-items: end; color: var(--lk-text-2); font-size: var(--lk-caption) }
.buy-status:has(.spinner), .buy-status > span { display: inline-flex; align-items: center; gap: 6px }
.buy-status-delivered { color: var(--lk-good) }
.buy-status-failed { color: var(--lk-bad) }
@media (forced-colors: active) { .buy-order { border: 1px solid CanvasText } }
`
