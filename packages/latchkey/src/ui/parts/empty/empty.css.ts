export const emptyCss = `
.empty { display: grid; justify-items: center; gap: 4px; padding: 24px 12px; text-align: center }
.empty-icon { display: grid; place-items: center; inline-size: 64px; block-size: 64px; margin-block-end: 8px; border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-1); color: var(--lk-text-2) }
.empty-icon path { stroke-width: 1.4 }
.empty-title { font-size: var(--lk-row); font-weight: 550; line-height: 1.5 }
.empty-body { color: var(--lk-text-2); text-wrap: balance }
.empty .button { margin-block-start: 12px }
/* Under an account's own head: small enough for its action to be in sight. */
[role=tabpanel] .empty { padding-block: 0 }
[role=tabpanel] .empty-icon { inline-size: 48px; block-size: 48px; margin-block-end: 4px }
`
