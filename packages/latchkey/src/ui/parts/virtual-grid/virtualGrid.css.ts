export const virtualGridCss = `
.virtual-grid { position: relative; contain: layout style }
.virtual-row { position: absolute; inset-inline: 0; display: grid; gap: 8px; contain: layout style }
.virtual-row > * { display: grid; min-inline-size: 0 }
.layer:has(.virtual-grid) { will-change: scroll-position; background: var(--lk-surface-0) }
`
