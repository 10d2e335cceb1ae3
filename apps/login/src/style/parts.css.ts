/** Additions to the shared parts, and differences from the widget. */
export const partsCss = `
.actions { display: flex; gap: 8px }
.actions > .button { flex: 1; inline-size: auto }
.centred .actions { inline-size: 100% }
.stacked { flex-direction: column }
.link[aria-disabled=true] { color: var(--lk-text-2); font-weight: 400; font-variant-numeric: tabular-nums; text-decoration: none }
/* Warnings must be readable in full: aligned to the start, long names wrap. */
.notice { text-align: start }
.notice-title { overflow-wrap: anywhere; text-wrap: balance }
.notice-action { display: block; margin-block-start: 10px }
.checkbox { color: var(--lk-text-1); text-align: start }
.checkbox input:not(:checked) + .checkbox-box svg { visibility: hidden }
.skeleton { display: inline-block; inline-size: 96px; block-size: 14px; border-radius: 7px; background: var(--lk-surface-2); vertical-align: middle; animation: pulse 1.6s ease-in-out infinite }
.mark { display: grid; place-items: center; inline-size: 72px; block-size: 72px; border-radius: 20px; background: var(--lk-surface-1); color: var(--lk-accent-text) }
.mark svg { stroke-width: 1.5 }
.address { display: inline-grid; grid-template-columns: auto repeat(5, auto); justify-content: start; column-gap: .6ch; font: 500 13px/1.55 var(--lk-mono); color: var(--lk-text-1); unicode-bidi: isolate }
.address-plain { grid-template-columns: repeat(6, auto) }
.address-start { color: var(--lk-text-3) }
.address:not(.address-plain) .address-second { grid-column: 2 }
.address-group:nth-child(odd) { color: var(--lk-text-2) }
@media (prefers-reduced-motion: reduce) { .button:active:not([aria-disabled=true]), .row:active:not([aria-disabled=true]) { transform: none } }
@media (forced-colors: active) { .mark, .skeleton { border: 1px solid } }
`
