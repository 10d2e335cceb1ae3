export const noticeCss = `
.notice { display: flex; gap: 12px; padding: 14px; border-radius: var(--lk-radius-row); background: color-mix(in srgb, var(--tone) 9%, var(--lk-surface-0)) }
.notice-info { --tone: var(--lk-accent-text) }
.notice-good { --tone: var(--lk-good) }
.notice-warn { --tone: var(--lk-warn) }
.notice-bad { --tone: var(--lk-bad) }
.notice-icon { flex: none; color: var(--tone) }
.notice-text { flex: 1; min-inline-size: 0; display: grid; gap: 2px }
.notice-title { font-weight: 600 }
.notice-body { color: var(--lk-text-2); overflow-wrap: anywhere }
.notice-action { margin-block-start: 8px }
@media (forced-colors: active) { .notice { border: 1px solid } }
`
