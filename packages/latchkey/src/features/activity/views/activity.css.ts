export const activityCss = `
.activity { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px }
.activity::after { content: ''; position: sticky; z-index: 1; inset-block-end: 0; block-size: 24px; margin-block: -12px -20px; background: linear-gradient(transparent, var(--lk-surface-0)); pointer-events: none }
.activity > .virtual-list:first-child { margin-block-start: -12px }
.activity-hidden { display: flex; justify-content: flex-end; min-block-size: 32px; align-items: center; margin-block-end: -12px }
.activity-aside { color: var(--lk-text-2); font-size: var(--lk-caption); text-wrap: balance }
.activity-row { min-block-size: 60px; margin-inline: -8px; inline-size: calc(100% + 16px); padding: 8px; background: none; transition: none }
.activity-image { position: relative; flex: none; display: grid; inline-size: 40px; block-size: 40px }
.activity-pair > .picture { position: absolute; inset-block-start: 0; inset-inline-start: 0 }
.activity-pair > .picture + .picture { inset: auto; inset-block-end: 0; inset-inline-end: 0; box-shadow: 0 0 0 2px var(--lk-surface-0) }
.activity-mark { position: absolute; inset-block-end: -4px; inset-inline-end: -4px; display: grid; place-items: center; inline-size: 18px; block-size: 18px; border: 2px solid var(--lk-surface-0); border-radius: 50%; box-sizing: content-box; background: var(--lk-surface-2); color: var(--lk-text-1) }
.activity-pair + .activity-mark { inset-block: -4px auto }
.activity-mark path { stroke-width: 2.5 }
.activity-mark-confirmed { background: color-mix(in srgb, var(--lk-good) 16%, var(--lk-surface-0)); color: var(--lk-good) }
.activity-mark-failed { background: color-mix(in srgb, var(--lk-bad) 16%, var(--lk-surface-0)); color: var(--lk-bad) }
.activity-mark-unclear { background: color-mix(in srgb, var(--lk-warn) 16%, var(--lk-surface-0)); color: var(--lk-warn) }
.activity-mark:is(.activity-mark-pending, .activity-mark-asked) { background: color-mix(in srgb, var(--lk-accent) 16%, var(--lk-surface-0)); color: var(--lk-accent-text) }
.activity-title { display: flex; align-items: center; gap: 6px; min-inline-size: 0 }
.activity-title > .row-title { flex: none }
.activity-title > .badge { overflow: hidden; text-overflow: ellipsis }
.activity-facts { display: flex; min-inline-size: 0; color: var(--lk-text-2); line-height: 1.35; white-space: nowrap; font-variant-numeric: tabular-nums }
.activity-fact { flex: 0 1 auto; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis }
.activity-fact:first-child { color: var(--lk-text-1) }
.activity-fact + .activity-fact { flex-shrink: 20; min-inline-size: 5.5em }
/* What leads where; drawn with the text, because a row has to cost little to scroll past. */
.activity-fact + .activity-fact::before { content: var(--joint); padding-inline: 4px 6px; color: var(--lk-text-3) }
.activity-facts-and { --joint: '+' }
.activity-facts-to, .activity-facts-from:dir(rtl) { --joint: '→' }
.activity-facts-from, .activity-facts-to:dir(rtl) { --joint: '←' }
.activity-time { flex: none; margin-inline-start: auto; padding-inline-start: 4px; color: var(--lk-text-2); font-size: var(--lk-caption); font-variant-numeric: tabular-nums }
`
