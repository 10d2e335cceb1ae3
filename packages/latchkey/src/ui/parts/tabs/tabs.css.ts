export const tabsCss = `
.tab-list { display: flex; gap: 2px; padding: 3px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.tab {
  flex: 1; min-inline-size: 0; min-block-size: 44px; padding: 4px 8px;
  display: flex; align-items: center; justify-content: center; gap: 6px;
  border-radius: calc(var(--lk-radius-row) - 3px); color: var(--lk-text-2); font-weight: 550; text-align: center;
  transition: background-color 120ms, color 120ms;
}
.tab[aria-selected=true] { background: var(--lk-surface-0); color: var(--lk-text-1); box-shadow: 0 1px 3px rgb(0 0 0/12%) }
:host([data-theme=dark]) .tab[aria-selected=true] { background: var(--lk-surface-2) }
.tab-panel { margin-block-start: 16px }
@media (hover: hover) { .tab:hover { color: var(--lk-text-1) } }
@media (forced-colors: active) { .tab[aria-selected=true] { outline: 2px solid Highlight } }
`
