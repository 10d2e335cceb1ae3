export const sessionsCss = `
.sessions-intro { padding-inline: 4px; color: var(--lk-text-2) }
.session { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; padding: 12px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.session-head { display: flex; align-items: center; gap: 12px; min-inline-size: 0 }
.session .row-subtitle { white-space: normal }
.session .badge { flex: none }
.session .button { justify-self: stretch; background: var(--lk-surface-2) }
.session-limits { padding: 0 4px; background: none }
.session-contracts { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 4px 8px; font-variant-numeric: tabular-nums }
.session-note { padding-inline: 4px; color: var(--lk-text-2) }
.session-created { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding-block-start: 8px }
.session-created .button + .button { margin-block-start: -12px }
.session-sign { display: grid; place-items: center; justify-self: center; inline-size: 72px; block-size: 72px; border-radius: 50%; background: color-mix(in srgb, var(--lk-good) 12%, transparent); color: var(--lk-good) }
.session-sign path { stroke-dasharray: 24; animation: draw 320ms 120ms both }
.session-words { display: grid; gap: 6px; padding-inline: 8px; text-align: center }
.session-title { font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance }
.session-text { color: var(--lk-text-2); text-wrap: balance; overflow-wrap: anywhere }
@media (forced-colors: active) { .session { border: 1px solid CanvasText } .session-limits { border: 0 } }
`
