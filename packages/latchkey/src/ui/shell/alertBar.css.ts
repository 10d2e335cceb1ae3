/** Only with `debug`. Toasts appear below the bar, so that both can be read. */
export const alertBarCss = `
.alert-bar { flex: none; display: flex; align-items: flex-start; gap: 8px; padding-inline-start: 14px; border-block-end: 1px solid var(--lk-line); background: color-mix(in srgb, var(--tone) 10%, var(--lk-surface-0)) }
.alert-bar > .icon { margin-block-start: 12px; color: var(--tone) }
.alert-error { --tone: var(--lk-bad) }
.alert-warning { --tone: var(--lk-warn) }
.alert-info { --tone: var(--lk-accent-text) }
.alert-text { flex: 1; min-inline-size: 0; padding-block: 12px; font-size: var(--lk-body) }
.alert-toggle { font-weight: 550; position: relative }
.alert-toggle::after { content: ''; position: absolute; inset: -12px 0 }
.alert-code { color: var(--lk-text-2); font: var(--lk-caption)/1.4 var(--lk-mono) }
.alert-long { margin-block-start: 4px; color: var(--lk-text-2); overflow-wrap: anywhere; max-block-size: 160px; overflow-y: auto }
.card:has(.alert-bar) > .stage { order: 1; margin-block-start: 8px }
.card:has(.alert-bar) > .toaster { position: relative; inset: 8px 0 auto; flex: none; block-size: 0; margin-inline: 16px }
`
