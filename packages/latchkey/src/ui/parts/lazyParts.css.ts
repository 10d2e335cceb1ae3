/** Styles of the parts that only lazy views use. */
export const lazyPartsCss = `
/* Question line */
.ask-line { display: flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding-inline: 8px; color: var(--lk-text-2) }
.ask-line-text { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.ask-line .link { flex: none }

/* Action buttons */
.features { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 8px }
.feature { display: grid; justify-items: center; align-content: center; gap: 4px; min-block-size: 64px; padding: 8px 4px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); font-weight: 550; text-align: center; overflow-wrap: anywhere; transition: background-color 120ms, transform 80ms }
.feature .icon { color: var(--lk-accent-text) }
.feature:active { transform: scale(.985); background: var(--lk-surface-2) }
@media (hover: hover) { .feature:hover { background: var(--lk-surface-2) } }
@media (prefers-reduced-motion: reduce) { .feature { transition: none } .feature:active { transform: none } }
@media (forced-colors: active) { .feature { border: 1px solid ButtonBorder } }

/* Avatar */
.avatar { display: inline-block; flex: none; overflow: hidden; border-radius: 50%; background: var(--lk-surface-2); forced-color-adjust: none }
.avatar > * { display: block; object-fit: cover }

/* Branding */
.branding { display: flex; align-items: center; justify-content: center; gap: 4px; min-block-size: 24px; color: var(--lk-text-3); font-size: var(--lk-caption) }
.branding-name { color: var(--lk-text-2); font-weight: 600 }

/* Divider */
.divider { display: flex; align-items: center; gap: 12px; padding-block: 4px; color: var(--lk-text-3) }
.divider::before, .divider::after { content: ''; flex: 1; block-size: 1px; background: var(--lk-line) }
@media (forced-colors: active) { .divider::before, .divider::after { background: CanvasText } }

/* Empty */
.empty { display: grid; justify-items: center; gap: 4px; padding: 24px 12px; text-align: center }
.empty-icon { display: grid; place-items: center; inline-size: 64px; block-size: 64px; margin-block-end: 8px; border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-1); color: var(--lk-text-2) }
.empty-icon path { stroke-width: 1.4 }
.empty-title { font-size: var(--lk-row); font-weight: 550; line-height: 1.5 }
.empty-body { color: var(--lk-text-2); text-wrap: balance }
.empty .button { margin-block-start: 12px }
/* Compact below the account's head, so that the action stays visible. */
[role=tabpanel] .empty { padding-block: 0 }
[role=tabpanel] .empty-icon { inline-size: 48px; block-size: 48px; margin-block-end: 4px }

/* Search input */
.search { position: relative; display: block; color: var(--lk-text-3) }
.search > svg { position: absolute; inset-block-start: 14px; inset-inline-start: 14px; pointer-events: none }
.search-input {
  inline-size: 100%; block-size: 48px; padding-inline: 44px; border: 0;
  border-radius: var(--lk-radius-row); background: var(--lk-surface-1); color: var(--lk-text-1);
  font-size: max(16px, var(--lk-row)); appearance: none;
}
.search-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.search-input::-webkit-search-cancel-button { display: none }
.search-input:focus { outline: 2px solid var(--lk-accent-text); outline-offset: -2px }
.search-clear { position: absolute; inset-block-start: 2px; inset-inline-end: 2px; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 50%; color: var(--lk-text-2) }
@media (forced-colors: active) { .search-input { border: 1px solid ButtonBorder } }

/* Tabs */
.tab-list { display: flex; gap: 2px; padding: 3px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.tab {
  flex: 1; min-inline-size: 0; min-block-size: 44px; padding: 4px 8px;
  display: flex; align-items: center; justify-content: center; gap: 6px;
  border-radius: calc(var(--lk-radius-row) - 3px); color: var(--lk-text-2); font-weight: 550; text-align: center;
  transition: background-color 120ms, color 120ms;
}
.tab[aria-selected=true] { background: var(--lk-surface-0); color: var(--lk-text-1); box-shadow: 0 1px 3px rgb(0 0 0/12%) }
:host([data-theme=dark]) .tab[aria-selected=true] { background: var(--lk-surface-2) }
.tab-panel { margin-block-start: 16px }
@media (hover: hover) { .tab:hover { color: var(--lk-text-1) } }
@media (forced-colors: active) { .tab[aria-selected=true] { outline: 2px solid Highlight } }

/* Switch */
.switch { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 4px; border-radius: var(--lk-radius-row); color: var(--lk-text-2); font-size: var(--lk-body) }
.switch-track { flex: none; inline-size: 36px; block-size: 22px; padding: 2px; border-radius: 11px; background: var(--lk-text-3); transition: background-color 120ms }
.switch-thumb { display: block; inline-size: 18px; block-size: 18px; border-radius: 50%; background: #fff; box-shadow: 0 1px 2px rgb(0 0 0/25%); transition: transform 120ms }
.switch[aria-checked=true] { color: var(--lk-text-1) }
.switch[aria-checked=true] .switch-track { background: var(--lk-accent) }
.switch[aria-checked=true] .switch-thumb { transform: translateX(14px) }
.switch[aria-checked=true] .switch-thumb:dir(rtl) { transform: translateX(-14px) }
@media (prefers-reduced-motion: reduce) { .switch-track, .switch-thumb { transition: none } }
@media (forced-colors: active) { .switch-track { border: 1px solid ButtonText; padding: 1px } .switch-thumb { background: ButtonText } .switch[aria-checked=true] .switch-track { background: Highlight } }

/* Scroll container of a long list */
.layer[data-long] { mask-image: none; will-change: scroll-position; background: var(--lk-surface-0) }

/* Virtual grid */
.virtual-grid { position: relative; contain: layout style }
.virtual-row { position: absolute; inset-inline: 0; display: grid; gap: 8px; contain: layout style }
.virtual-row > * { display: grid; min-inline-size: 0 }

/* Connecting ring */
.ring { position: relative; display: grid; place-items: center; inline-size: 96px; block-size: 96px; margin-inline: auto }
.ring .picture { border-radius: calc(var(--lk-radius)*4.5) }
.ring .picture-round { border-radius: 50% }
.ring-line { position: absolute; inset: 0; fill: none; stroke-width: 2.5; stroke-linecap: round }
.ring-track { stroke: var(--lk-surface-2) }
.ring-run { stroke: var(--lk-accent-text); stroke-dasharray: 22 78; animation: ring-run 1.6s linear infinite }
@keyframes ring-run { from { stroke-dashoffset: 100 } }
.ring-declined, .ring-error { animation: shake 400ms 60ms }
.ring:is(.ring-declined, .ring-error, .ring-success) .ring-run { stroke: var(--lk-bad); stroke-dasharray: none; animation: appear 200ms }
.ring.ring-success .ring-run { stroke: var(--lk-good) }
.ring-mark {
  position: absolute; inset-block-end: -2px; inset-inline-end: -2px;
  display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 50%;
  background: var(--lk-bad); color: var(--lk-surface-0); box-shadow: 0 0 0 3px var(--lk-surface-0);
  animation: appear 200ms;
}
.ring-mark path { stroke-width: 2.25 }
.ring-success .ring-mark { background: var(--lk-good) }
.ring-success .ring-mark path { stroke-dasharray: 24; animation: draw 320ms 80ms both }
@media (prefers-reduced-motion: reduce) {
  .ring-run { stroke-dasharray: none; animation: pulse 2s infinite }
  .ring-declined, .ring-error, .ring-success .ring-mark path { animation: none }
}
@media (forced-colors: active) { .ring-run { stroke: Highlight } .ring-track { stroke: GrayText } .ring-mark { border: 1px solid } }

/* QR code */
.qr {
  position: relative; display: block; inline-size: 300px; max-inline-size: 100%; margin-inline: auto; aspect-ratio: 1;
  border-radius: calc(var(--lk-radius)*5); background: #fff; color: var(--lk-qr);
  box-shadow: 0 0 0 1px var(--lk-line); overflow: hidden; forced-color-adjust: none;
}
.qr svg { inline-size: 100%; block-size: 100%; animation: appear 200ms }
.qr-image { position: absolute; inset: 0; display: grid; place-items: center }
.qr-image .picture { border-radius: 22% }

/* Pull to refresh */
.pull { position: relative }
.pull-mark {
  position: absolute; z-index: 1; inset-block-start: -44px; inset-inline: 0; margin-inline: auto;
  display: grid; place-items: center; inline-size: 40px; block-size: 40px; border-radius: 50%;
  background: var(--lk-surface-0); color: var(--lk-text-2); box-shadow: var(--lk-shadow);
  opacity: var(--pulled, 0); transform: translateY(var(--pull, 0px)); pointer-events: none;
}
.pull-mark .icon { transform: rotate(calc(var(--pulled, 0)*270deg)) }
.pull-mark[data-ready] { color: var(--lk-accent-text) }
@media (pointer: coarse) { .pull-mark[data-busy] { opacity: 1; transform: translateY(52px); transition: transform 180ms } }
@media (prefers-reduced-motion: reduce) {
  .pull-mark, .pull-mark[data-busy] { transform: translateY(52px); transition: none }
  .pull-mark .icon { transform: none }
}
@media (forced-colors: active) { .pull-mark { border: 1px solid } }

/* Full address */
.full-address { display: inline-block; margin-inline: -.3ch; text-wrap: balance; font: 500 13px/1.55 var(--lk-mono); color: var(--lk-text-1); unicode-bidi: isolate }
.full-address > * { display: inline-block; margin-inline: .3ch }
.full-address-start { color: var(--lk-text-3) }
.full-address-group:nth-child(odd) { color: var(--lk-text-2) }

/* Login mark */
.login-mark { display: grid; place-items: center; flex: none; border-radius: var(--lk-radius-tile); background: var(--lk-surface-2); color: var(--lk-text-1) }

/* Legal */
.legal { padding-inline-start: 32px; color: var(--lk-text-2); line-height: 24px }
.legal-box { display: inline-flex; vertical-align: bottom; margin-inline-start: -32px }
.legal-box .checkbox { min-block-size: 24px; line-height: 24px }
.legal .link { line-height: 20px }
.legal-box .checkbox input { inset: -10px 0; block-size: 44px }
.aside .link::after, .legal .link::after { inset: 0 -2px }
`
