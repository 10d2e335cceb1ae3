export const badgeCss = `
.badge {
  display: inline-block; padding: 2px 8px; border-radius: 99px;
  font-size: var(--lk-caption); font-weight: 550; line-height: 1.4; white-space: nowrap;
  background: var(--lk-surface-2); color: var(--lk-text-2);
  transition: background-color 120ms;
}
.badge::first-letter { text-transform: uppercase }
.badge-accent { background: color-mix(in srgb, var(--lk-accent) 9%, var(--lk-surface-0)); color: var(--lk-accent-text) }
.badge-good { background: color-mix(in srgb, var(--lk-good) 9%, var(--lk-surface-0)); color: var(--lk-good) }
.badge-warn { background: color-mix(in srgb, var(--lk-warn) 9%, var(--lk-surface-0)); color: var(--lk-warn) }
.badge-bad { background: color-mix(in srgb, var(--lk-bad) 9%, var(--lk-surface-0)); color: var(--lk-bad) }
@media (forced-colors: active) { .badge { border: 1px solid } }
`
