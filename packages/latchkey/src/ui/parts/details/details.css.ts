/** Styles of amounts, details and progress, for reviews of transactions. */
export const detailsCss = `
.review-number { max-inline-size: 100%; font-size: calc(var(--lk-type)*3.2); font-weight: 600; line-height: 1.25; letter-spacing: -.015em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.review-number-medium { font-size: calc(var(--lk-type)*2.4) }
.review-number-small { font-size: calc(var(--lk-type)*1.8); letter-spacing: -.01em }
.details { display: grid; padding: 4px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.detail { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; padding-block: 10px }
.detail + .detail { border-block-start: 1px solid var(--lk-line) }
.detail-name { flex: none; color: var(--lk-text-2) }
.detail-value { display: inline-flex; align-items: center; gap: 8px; min-inline-size: 0; font-weight: 500; text-align: end; overflow-wrap: anywhere }
.detail-total .detail-value { font-weight: 600 }
.money { display: grid; justify-items: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-inline-size: 0 }
.money-worth { color: var(--lk-text-2); font-weight: 400 }
.details-wait { inline-size: 96px; padding-block: 3px }
.careful { display: flex; align-items: center; justify-content: center; gap: 6px; color: var(--lk-text-2) }
.progress { display: flex; align-items: center; gap: 14px; min-block-size: 56px; padding: 10px 16px; border-radius: var(--lk-radius-row); background: color-mix(in srgb, var(--lk-accent) 9%, var(--lk-surface-0)); color: var(--lk-accent-text); animation: appear 160ms }
.progress-words { display: grid; min-inline-size: 0 }
.progress-title { font-weight: 600; overflow-wrap: anywhere }
.progress-text { color: var(--lk-text-2) }
@media (forced-colors: active) { .details, .progress { border: 1px solid CanvasText } }
`
