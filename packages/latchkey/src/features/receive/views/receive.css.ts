export const receiveCss = `
.receive { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 16px }
.receive-chip { display: inline-flex; align-items: center; gap: 8px; max-inline-size: 100%; min-block-size: 44px; padding-inline: 12px 14px; border-radius: 22px; background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 550; font-variant-numeric: tabular-nums; transition: background-color 120ms, transform 80ms }
.receive-chip bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.receive-chip .icon { color: var(--lk-text-3) }
.receive-chip:active { transform: scale(.985) }
@media (hover: hover) { .receive-chip:hover { background: var(--lk-surface-2) } .receive-chip:hover .icon { color: var(--lk-text-1) } }
.receive-address { max-inline-size: 272px }
.receive-address > .full-address { font-size: 14px; text-align: center }
.receive-address > .full-address > * { margin-inline: 5px }
.receive-line { color: var(--lk-text-2); text-align: center; text-wrap: balance }
.receive-networks { display: flex; align-items: center }
.receive-networks .picture + .picture { margin-inline-start: -4px }
.receive-networks .picture { outline: 2px solid var(--lk-surface-1); outline-offset: 0; transition: outline-color 120ms }
.row:hover .receive-networks .picture { outline-color: var(--lk-surface-2) }
@media (forced-colors: active) { .receive-chip { border: 1px solid ButtonBorder } }
`
