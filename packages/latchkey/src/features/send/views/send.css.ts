export const sendCss = `
.send, .review { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; min-inline-size: 0 }
.send-cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.send-card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); box-shadow: inset 0 0 0 1px transparent; transition: box-shadow 120ms }
.send-card:focus-within:has(:is(input, textarea):focus) { box-shadow: inset 0 0 0 2px var(--lk-accent-text) }
.send-line { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-inline-size: 0 }
.send-label { color: var(--lk-text-2); font-size: var(--lk-body); font-weight: 500 }
.send-arrow { display: grid; place-items: center; justify-self: center; inline-size: 36px; block-size: 36px; margin-block: -22px; z-index: 1; border: 3px solid var(--lk-surface-0); border-radius: 12px; background: var(--lk-surface-1); color: var(--lk-text-2); pointer-events: none }
.amount-input, .recipient-input { flex: 1; min-inline-size: 0; padding: 0; border: 0; background: none; color: var(--lk-text-1); font: inherit; appearance: none; border-radius: 0 }
.amount-input:focus, .recipient-input:focus { outline: none }
.amount-input { block-size: 44px; font-weight: 600; letter-spacing: -.015em; font-variant-numeric: tabular-nums; text-overflow: ellipsis }
.amount-input::placeholder, .recipient-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.amount-input:disabled { opacity: 1; -webkit-text-fill-color: var(--lk-text-3) }
.amount-sign { color: var(--lk-text-2); font-weight: 600; margin-inline-end: -8px }
.amount-large { font-size: calc(var(--lk-type)*3.2) }
.amount-medium { font-size: calc(var(--lk-type)*2.4) }
.amount-small { font-size: max(16px, calc(var(--lk-type)*1.8)) }
.amount-tiny { font-size: 16px; letter-spacing: -.02em }
.amount-line:has(.amount-tiny) { flex-wrap: wrap; row-gap: 4px }
.amount-input.amount-tiny { flex-basis: 80% }
.amount-line > .token-button { margin-inline-start: auto }
/* A long amount gets its own line, so that it is never cut off. */
@supports (field-sizing: content) {
  .amount-line:not(:has(.amount-sign)) { flex-wrap: wrap; row-gap: 4px }
  .amount-line > .amount-input { field-sizing: content; flex-basis: auto; min-inline-size: 56px; max-inline-size: 100% }
}
[data-bad] .amount-input, [data-bad] .amount-sign { color: var(--lk-bad) }
.token-button { flex: none; display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; max-inline-size: 62%; padding-inline: 10px; border-radius: 22px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-size: var(--lk-row); font-weight: 550; transition: background-color 120ms, transform 80ms }
.token-button .icon { color: var(--lk-text-2) }
.token-button:active { transform: scale(.97) }
.token-button-empty { max-inline-size: none; padding-inline: 16px 12px; background: var(--lk-accent); color: var(--lk-on-accent); box-shadow: none }
.token-button-empty .icon { color: inherit }
.token-symbol { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.send-facts { min-block-size: 24px; color: var(--lk-text-2); font-variant-numeric: tabular-nums; flex-wrap: wrap; row-gap: 4px }
.amount-worth { position: relative; display: inline-flex; align-items: center; gap: 4px; min-inline-size: 0; max-inline-size: 100%; color: var(--lk-text-2); border-radius: 6px }
.amount-worth::after { content: ''; position: absolute; inset: -10px -8px }
.amount-worth-text { overflow-wrap: anywhere }
.amount-worth .icon { transform: rotate(90deg); color: var(--lk-text-3) }
.available { display: inline-flex; align-items: center; gap: 8px; margin-inline-start: auto; min-inline-size: 0 }
.available-text { overflow-wrap: anywhere }
.send-bad { color: var(--lk-bad) }
.send-problem { display: flex; align-items: flex-start; gap: 6px; color: var(--lk-bad); overflow-wrap: anywhere }
.send-problem .icon { margin-block-start: 2px }
.send-problem .link { flex: none; margin-inline-start: auto }
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
  .token-button:hover:not(.token-button-empty), .recent:hover, .tool-button:hover { background: var(--lk-surface-2) }
  .token-button-empty:hover { background: var(--lk-accent-hover) }
  .amount-worth:hover, .amount-worth:hover .icon { color: var(--lk-text-1) }
}
@media (prefers-reduced-motion: reduce) { .token-button { transition: none } .token-button:active { transform: none } }
@media (forced-colors: active) { .send-card { border: 1px solid CanvasText } .token-button, .recent { border: 1px solid ButtonBorder } }
`
