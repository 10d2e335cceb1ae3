export const virtualGridCss = `
.virtual-grid { position: relative; contain: layout style }
.virtual-row { position: absolute; inset-block-start: 0; inset-inline: 0; display: grid; gap: 8px; contain: layout style }
.virtual-row > * { display: grid; min-inline-size: 0 }
`
