export const accountCss = `
.account { grid-template-rows: minmax(0, 1fr) auto; gap: 0; max-block-size: 100vh; max-block-size: 100dvh }
.window .account { max-block-size: calc(100dvh - 24px) }
.account-scroll { position: relative; overflow: hidden auto; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-color: var(--lk-surface-2) transparent; margin: -4px; padding: 4px }
.account-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; padding-block-end: 8px }
.account-foot { display: grid; gap: 8px }
/* Keeps its height while empty, so that the buttons below do not move. */
.account-state { min-block-size: 20px; color: var(--lk-text-2); text-align: center; text-wrap: balance }
.account-state[data-warns] { color: var(--lk-warn) }
.trust-waiting { min-block-size: 96px }
.entries { display: grid; gap: 8px }
.entries .row { padding-inline: 14px }
.entries svg { color: var(--lk-text-2) }
.entries .row-chevron { margin: 0 }
.key { display: grid; gap: 8px }
.key-value { min-block-size: 76px; padding: 12px 14px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); font-size: 13px; user-select: all }
.key-cover { display: flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 76px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); color: var(--lk-accent-text); font-weight: 550 }
.sessions { display: grid; gap: 8px }
.session { display: grid; gap: 1px; min-block-size: 56px; align-content: center; padding: 8px 14px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.grant { gap: 12px; padding-block: 12px }
.grant-head { display: flex; align-items: flex-start; justify-content: space-between; gap: 12px }
.grant-head .words { gap: 1px; min-inline-size: 0 }
.grant-head .button { flex: none }
.session-host { font-size: var(--lk-row); font-weight: 500; overflow-wrap: anywhere }
@media (forced-colors: active) { .key-value, .key-cover, .session { border: 1px solid } }
`
