export const approveCss = `
.confirm { grid-template-rows: minmax(0, 1fr) auto; gap: 0; max-block-size: 100vh; max-block-size: 100dvh }
.window { max-inline-size: 420px; margin-inline: auto; padding: 12px }
.window .confirm { max-block-size: calc(100dvh - 24px) }
.confirm-scroll { position: relative; overflow: hidden auto; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-color: var(--lk-surface-2) transparent; margin: -4px; padding: 4px; border-radius: var(--lk-radius-row) }
.confirm-scroll:focus-visible { outline-offset: -2px }
.confirm-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; padding-block-end: 12px }
.confirm-title { font-size: var(--lk-large); font-weight: 600; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere; text-wrap: balance }
.confirm-foot { display: grid; gap: 8px; padding-block-start: 8px; border-block-start: 1px solid var(--lk-line); background: var(--lk-surface-0) }
/* Keeps its height while empty, so that the buttons below do not move. */
.confirm-news { min-block-size: 20px }
.confirm-hint { color: var(--lk-warn); text-align: center; text-wrap: balance }
.confirm-hint[data-calm] { color: var(--lk-text-2) }
.confirm-hint:empty { display: none }
.waiting { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 12px; color: var(--lk-text-2) }
.requester { display: flex; align-items: center; gap: 12px; padding: 12px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.requester-icon { display: grid; place-items: center; flex: none; align-self: flex-start; inline-size: 40px; block-size: 40px; border-radius: var(--lk-radius-tile); background: var(--lk-surface-2); color: var(--lk-text-2) }
.requester .words { gap: 0 }
.requester-host { font-size: var(--lk-row); font-weight: 600; overflow-wrap: anywhere }
.requester-warning { color: var(--lk-warn); font-size: var(--lk-caption); line-height: 1.33; margin-block-start: 4px }
.step { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px }
.step-card { padding: 12px 14px; border-radius: var(--lk-radius-row); box-shadow: inset 0 0 0 1px var(--lk-line) }
.step-title { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; font-weight: 600 }
.amount { font-size: 26px; font-weight: 600; line-height: 1.25; letter-spacing: -.01em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.step-card .amount { font-size: var(--lk-title) }
.amount .skeleton { inline-size: 160px; block-size: 22px; border-radius: 11px }
.facts { display: grid; gap: 10px }
.fact { display: flex; justify-content: space-between; gap: 4px 16px }
.fact[data-wide] { flex-direction: column }
.fact dt { flex: none; max-inline-size: 60%; color: var(--lk-text-2) }
.fact[data-wide] dt { max-inline-size: none }
.fact dd { min-inline-size: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.fact:not([data-wide]) dd { text-align: end }
.fact-note { margin-inline-start: 8px; color: var(--lk-text-1); font-weight: 550 }
.fee-choice { display: grid; gap: 2px; margin: 0; padding: 12px 14px; border: 0; border-radius: var(--lk-radius-row); box-shadow: inset 0 0 0 1px var(--lk-line) }
.fee-choice legend { float: inline-start; color: var(--lk-text-2) }
.fee-option { display: flex; align-items: center; gap: 10px; min-block-size: 44px; font-weight: 550; cursor: pointer }
.fee-option:has(:disabled) { color: var(--lk-text-2); cursor: default }
.fee-option input { inline-size: 20px; block-size: 20px; margin: 0; flex: none; accent-color: var(--lk-accent) }
.fee-amount { margin-inline-start: auto; min-inline-size: 0; font-weight: 400; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.also { display: block; margin-block-start: 4px; color: var(--lk-text-1); font-weight: 500 }
.change { font-weight: 550 }
.change-in { color: var(--lk-good) }
.code { display: block; font: 500 12px/1.5 var(--lk-mono); overflow-wrap: anywhere; unicode-bidi: isolate; text-align: start }
.code[data-long] { max-block-size: 108px; overflow-y: auto; padding: 8px 10px; border-radius: var(--lk-radius-tile); background: var(--lk-surface-1) }
.message { padding: 12px 14px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); white-space: pre-wrap; overflow-wrap: anywhere }
details summary { min-block-size: 24px; color: var(--lk-accent-text); font-weight: 550; cursor: pointer; border-radius: 4px }
.fold .step { padding-block-start: 10px }
.tree { display: grid; gap: 8px; padding: 12px 14px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.tree-row { display: grid; gap: 1px }
.tree-label { color: var(--lk-text-2); font-size: var(--lk-caption); line-height: 1.33; overflow-wrap: anywhere }
.tree-value { overflow-wrap: anywhere; white-space: pre-wrap }
.tree-1 { padding-inline-start: 12px }
.tree-2 { padding-inline-start: 24px }
.tree-3 { padding-inline-start: 36px }
.tree-4 { padding-inline-start: 48px }
.tree-5 { padding-inline-start: 60px }
@media (forced-colors: active) { .requester, .message, .tree, .code[data-long], .step-card { border: 1px solid } }
`
