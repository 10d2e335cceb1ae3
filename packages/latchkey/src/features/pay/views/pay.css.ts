export const payCss = `
.pay-head { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 2px; padding-block-start: 4px; text-align: center }
.pay-asset { position: relative; margin-block-end: 10px }
.pay-network { position: absolute; inset-block-end: -4px; inset-inline-end: -4px; padding: 2px; border-radius: 50%; background: var(--lk-surface-0); line-height: 0 }
.pay-lead, .pay-label { color: var(--lk-text-2) }
.pay-label { font-size: var(--lk-body); font-weight: 400; overflow-wrap: anywhere }
.pay-methods { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.pay-wallet { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 4px }
.pay-wallet > .row { inline-size: 100% }
.pay-none { padding-block: 16px; color: var(--lk-text-2); text-align: center }
@media (max-height: 720px) { .pay-asset { display: none } }
`
