export const fundCss = `
.fund { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
.fund-sign { flex: none; color: var(--lk-text-2); font-size: 24px; font-weight: 600 }
.fund-presets { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 6px }
.fund-preset { min-block-size: 44px; border-radius: 12px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-size: var(--lk-body); font-weight: 550; font-variant-numeric: tabular-nums; text-align: center; transition: background-color 120ms }
.fund-preset[aria-pressed=true] { box-shadow: inset 0 0 0 2px var(--lk-accent-text); color: var(--lk-accent-text) }
.fund-to { color: var(--lk-text-2); font-size: var(--lk-caption); overflow-wrap: anywhere }
@media (hover: hover) { .fund-preset:hover { background: var(--lk-surface-2) } }
@media (forced-colors: active) { .fund-preset { border: 1px solid ButtonBorder } .fund-preset[aria-pressed=true] { border-color: Highlight } }
`
