export const dividerCss = `
.divider { display: flex; align-items: center; gap: 12px; padding-block: 4px; color: var(--lk-text-3) }
.divider::before, .divider::after { content: ''; flex: 1; block-size: 1px; background: var(--lk-line) }
@media (forced-colors: active) { .divider::before, .divider::after { background: CanvasText } }
`
