export const sendCss = `
.send, .review { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; min-inline-size: 0 }
.send-cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.recipient-input { flex: 1; min-inline-size: 0; padding: 0; border: 0; background: none; color: var(--lk-text-1); font: inherit; appearance: none; border-radius: 0 }
.recipient-input:focus { outline: none }
.recipient-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.amount-worth { position: relative; display: inline-flex; align-items: center; gap: 4px; min-inline-size: 0; max-inline-size: 100%; color: var(--lk-text-2); border-radius: 6px }
.amount-worth::after { content: ''; position: absolute; inset: -10px -8px }
.amount-worth-text { overflow-wrap: anywhere }
.amount-worth .icon { transform: rotate(90deg); color: var(--lk-text-3) }
.recipient-line { align-items: center; min-block-size: 44px; margin-block: -6px -4px }
.recipient-input { display: block; padding-block: 11px; resize: none; overflow: hidden; font-size: max(16px, var(--lk-row)); line-height: 1.4; overflow-wrap: anywhere; word-break: break-all }
.recipient-long { font: 500 14px/1.5 var(--lk-mono) }
@media (pointer: coarse) { .recipient-long { font-size: 16px } }
.recipient-line .icon-button { margin-inline-end: -12px }
.recipient-input::placeholder { white-space: nowrap; word-break: normal }
.recipient-tools { display: inline-flex; align-items: center; margin-inline-end: -12px }
.recipient-tools .icon-button { color: var(--lk-accent-text); margin-inline-end: 0 }
.tool-button { display: inline-flex; align-items: center; gap: 6px; min-block-size: 44px; padding-inline: 10px; border-radius: 12px; color: var(--lk-accent-text); font-weight: 550; transition: background-color 120ms }
.recipient-reading { display: flex; align-items: center; gap: 8px; color: var(--lk-text-2) }
.recipient-found, .review-who { display: flex; align-items: center; gap: 12px; min-inline-size: 0 }
.recipient-found { padding-block-start: 10px; border-block-start: 1px solid var(--lk-line) }
.recipient-found-text { display: grid; gap: 2px; min-inline-size: 0 }
.recipient-name { font-weight: 600; overflow-wrap: anywhere }
.recents { display: flex; flex-wrap: wrap; gap: 8px }
.recent { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; max-inline-size: 100%; padding-inline: 10px 14px; border-radius: 22px; background: var(--lk-surface-1); font-weight: 500; transition: background-color 120ms }
.recent-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums }
.token-list { display: grid; gap: 8px }
.token-list .row-subtitle { white-space: normal; overflow-wrap: anywhere }
.token-list .row-trailing { max-inline-size: 45%; white-space: normal; overflow-wrap: anywhere; text-align: end }
/* The disabled button says what is missing, so it keeps full contrast. */
.send > .button[aria-disabled=true]:not([aria-busy=true]) { background: var(--lk-surface-2); color: var(--lk-text-2); opacity: 1 }

@media (hover: hover) {
  .recent:hover, .tool-button:hover { background: var(--lk-surface-2) }
  .amount-worth:hover, .amount-worth:hover .icon { color: var(--lk-text-1) }
}
@media (forced-colors: active) { .recent { border: 1px solid ButtonBorder } }
`
