export const listRowCss = `
.row {
  display: flex; align-items: center; gap: 12px;
  inline-size: 100%; min-block-size: 56px; padding: 8px 12px;
  border-radius: var(--lk-radius-row); background: var(--lk-surface-1);
  color: var(--lk-text-1); text-decoration: none;
  transition: background-color 120ms, transform 80ms;
}
.row-image { flex: none }
.row-text { flex: 1; min-inline-size: 0; display: grid; gap: 1px }
.row-title, .row-subtitle { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.row-title { font-size: var(--lk-row); font-weight: 500; line-height: 1.375 }
.row-subtitle { font-size: var(--lk-body); line-height: 1.35; color: var(--lk-text-2) }
.row-trailing { flex: none; max-inline-size: 50%; color: var(--lk-text-2); font-variant-numeric: tabular-nums; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.row-chevron { flex: none; color: var(--lk-text-3); margin-inline: -4px -2px }
.row[aria-current=true] { box-shadow: inset 0 0 0 1.5px var(--lk-accent-text) }
.row[aria-disabled=true]:not([aria-busy=true]) { opacity: .5 }
.row-icon { display: grid; place-items: center; inline-size: 40px; block-size: 40px; border-radius: var(--lk-radius-tile); background: var(--lk-surface-2); color: var(--lk-text-2); transition: background-color 120ms }
.row-icon-accent { background: color-mix(in srgb, var(--lk-accent) 14%, transparent); color: var(--lk-accent-text) }
.row-icon-bad { background: color-mix(in srgb, var(--lk-bad) 12%, transparent); color: var(--lk-bad) }
.row:active:not([aria-disabled=true], .row-static) { background: var(--lk-surface-2) }
@media (hover: hover) {
  .row:hover:not([aria-disabled=true], .row-static) { background: var(--lk-surface-2) }
  .row:hover:not([aria-disabled=true], .row-static) :is(.row-icon-neutral, .badge-neutral) { background: var(--lk-surface-0) }
}
@media (forced-colors: active) { .row { border: 1px solid ButtonBorder } .row[aria-disabled=true] { color: GrayText } .row[aria-current=true] { border-color: Highlight } }
`
