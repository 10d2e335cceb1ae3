export const virtualListCss = `
.virtual-list { position: relative; contain: layout style; overflow-anchor: none }
.virtual-group { position: absolute; inset-inline: 0; contain: layout style }
.virtual-title { position: sticky; inset-block-start: 0; z-index: 1; margin-inline: -8px; padding: 14px 8px 6px; background: var(--lk-surface-0); color: var(--lk-text-2); font-weight: 550; line-height: 20px }
.virtual-items { position: relative }
.virtual-item { position: absolute; inset-inline: 0; contain: layout style }
.virtual-item > * { scroll-margin-block: 48px 32px }
`
