export const reviewCss = `
.pay-parties { display: grid; grid-template-columns: minmax(0, 1fr); padding: 0 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.pay-party { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; padding-block: 12px; min-inline-size: 0 }
.pay-party > .token-button { max-inline-size: min(100%, 180px) }
.pay-party + .pay-party { border-block-start: 1px solid var(--lk-line) }
.pay-party-text { flex: 1 1 120px; display: grid; gap: 2px; min-inline-size: 0 }
.pay-account { display: flex; flex-wrap: wrap; column-gap: 12px }
.pay-name { font-weight: 550; overflow-wrap: anywhere }
.pay-sum { display: grid; justify-items: center; padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 600; font-variant-numeric: tabular-nums; text-align: center; overflow-wrap: anywhere }
.pay-link { text-align: center }
@media (forced-colors: active) { .pay-parties, .pay-sum { border: 1px solid CanvasText } }
`
