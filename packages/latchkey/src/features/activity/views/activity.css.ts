export const activityCss = `
.activity { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px }
.activity::after { content: ''; position: sticky; z-index: 1; inset-block-end: 0; block-size: 24px; margin-block: -12px -20px; background: linear-gradient(transparent, var(--lk-surface-0)); pointer-events: none }
.activity > .virtual-list:first-child { margin-block-start: -12px }
.activity-hidden { display: flex; justify-content: end; min-block-size: 32px; align-items: center; margin-block-end: -12px }
.activity-aside { color: var(--lk-text-2); font-size: var(--lk-caption) }
.activity-row { display: grid; grid-template-columns: 46px auto minmax(0, 1fr) auto; gap: 1px 6px; align-content: center; min-block-size: 60px; margin-inline: -8px; inline-size: calc(100% + 16px); padding: 8px; background: none; transition: none }
.layer[data-long=scrolled] .activity-row:hover { background: none }
.layer[data-long=scrolled] .activity-row .row-icon { background: var(--lk-surface-2); transition: none }
.activity-seen { display: contents }
/* Clipped or positioned boxes get their own paint layer, which makes scrolling slow. */
.activity-row > .visually-hidden { position: static; grid-area: 1/1; clip-path: none; font-size: 0 }
.activity-row :is(.visually-hidden, .row-title, svg) { overflow: visible }
.activity-image { grid-area: 1/1/3; display: grid; grid: 40px/40px }
.activity-image > * { grid-area: 1/1 }
.activity-image > .picture + .picture { place-self: end; box-shadow: 0 0 0 2px var(--lk-surface-0) }
.activity-mark { --tone: var(--lk-text-1); place-self: end; margin: -4px; display: grid; place-items: center; inline-size: 18px; block-size: 18px; border: 2px solid var(--lk-surface-0); border-radius: 50%; box-sizing: content-box; background: color-mix(in srgb, var(--tone) 16%, var(--lk-surface-0)); color: var(--tone) }
.picture + .picture + .activity-mark { align-self: start }
.activity-mark path { stroke-width: 2.5 }
.activity-mark-confirmed { --tone: var(--lk-good) }
.activity-mark-failed { --tone: var(--lk-bad) }
.activity-mark-unclear { --tone: var(--lk-warn) }
.activity-mark-pending, .activity-mark-requested { --tone: var(--lk-accent-text) }
.activity-row .badge { justify-self: start; max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis }
.activity-facts { grid-column: 2/-1; color: var(--lk-text-2); line-height: 1.35; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; font-variant-numeric: tabular-nums }
.activity-facts > :first-child { color: var(--lk-text-1) }
.activity-time { grid-column: 4; padding-inline-start: 4px; color: var(--lk-text-2); font-size: var(--lk-caption); font-variant-numeric: tabular-nums }
`
