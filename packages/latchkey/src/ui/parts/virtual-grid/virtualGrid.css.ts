import { scrollerCss } from '../virtual-list/scroller.css.js'

export const virtualGridCss = `${scrollerCss}
.virtual-grid { position: relative; contain: layout style }
.virtual-row { position: absolute; inset-inline: 0; display: grid; gap: 8px; contain: layout style }
.virtual-row > * { display: grid; min-inline-size: 0 }
`
