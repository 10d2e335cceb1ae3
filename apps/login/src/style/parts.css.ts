export const partsCss = `
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px;
  min-block-size: 48px; inline-size: 100%; padding: 8px 20px; border-radius: var(--lk-radius-row);
  font-size: var(--lk-row); font-weight: 550; line-height: 1.35; text-align: center;
  transition: background-color 120ms, transform 80ms;
}
.button-small { min-block-size: 44px; inline-size: auto; padding-inline: 16px; font-size: var(--lk-body) }
.button-text { overflow-wrap: anywhere }
.button:active:not([aria-disabled=true]) { transform: scale(.985) }
.button-primary { background: var(--lk-accent); color: var(--lk-on-accent) }
.button-primary:active:not([aria-disabled=true]) { background: var(--lk-accent-pressed) }
.button-secondary { background: var(--lk-surface-1) }
.button-secondary:active:not([aria-disabled=true]) { background: var(--lk-surface-2) }
.button-quiet { color: var(--lk-accent-text) }
.button-danger { background: color-mix(in srgb, var(--lk-bad) 10%, transparent); color: var(--lk-bad) }
.button[aria-disabled=true]:not([aria-busy=true]) { opacity: .5 }
@media (hover: hover) {
  .button-primary:hover:not([aria-disabled=true], :active) { background: var(--lk-accent-hover) }
  .button-secondary:hover:not([aria-disabled=true]) { background: var(--lk-surface-2) }
  .button-quiet:hover:not([aria-disabled=true]) { background: var(--lk-surface-1) }
  .button-danger:hover:not([aria-disabled=true]) { background: color-mix(in srgb, var(--lk-bad) 13%, transparent) }
}
.actions { display: flex; gap: 8px }
.actions > .button { flex: 1; inline-size: auto }
.centred .actions { inline-size: 100% }
.stacked { flex-direction: column }

.link { position: relative; display: inline-flex; align-items: center; gap: 2px; color: var(--lk-accent-text); font-weight: 550; border-radius: 4px }
.link::after { content: ''; position: absolute; inset: -12px -6px }
.link[aria-disabled=true] { color: var(--lk-text-2); font-weight: 400; font-variant-numeric: tabular-nums }
@media (hover: hover) { .link:hover:not([aria-disabled=true]) { text-decoration: underline; text-underline-offset: 3px } }

.notice { display: flex; gap: 12px; padding: 14px; border-radius: var(--lk-radius-row); background: color-mix(in srgb, var(--tone) 9%, var(--lk-surface-0)); text-align: start }
.notice-info { --tone: var(--lk-accent-text) }
.notice-good { --tone: var(--lk-good) }
.notice-warn { --tone: var(--lk-warn) }
.notice-bad { --tone: var(--lk-bad) }
.notice-icon { flex: none; color: var(--tone) }
.notice-text { flex: 1; min-inline-size: 0; display: grid; gap: 2px }
.notice-title { font-weight: 600; overflow-wrap: anywhere; text-wrap: balance }
.notice-body { color: var(--lk-text-2); overflow-wrap: anywhere }
.notice-action { display: block; margin-block-start: 10px }

.checkbox { position: relative; display: flex; align-items: center; gap: 10px; min-block-size: 44px; cursor: pointer; color: var(--lk-text-1); text-align: start }
.checkbox input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: 0; cursor: pointer }
.checkbox-box { display: grid; place-items: center; flex: none; inline-size: 22px; block-size: 22px; border-radius: 7px; box-shadow: inset 0 0 0 1.5px var(--lk-text-3); color: transparent; transition: background-color 120ms }
.checkbox input:checked + .checkbox-box { background: var(--lk-accent); box-shadow: none; color: var(--lk-on-accent) }
.checkbox input:checked + .checkbox-box path { stroke-width: 2.5; stroke-dasharray: 24; animation: draw 200ms both }
.checkbox input:not(:checked) + .checkbox-box svg { visibility: hidden }
.checkbox input:focus-visible + .checkbox-box { outline: 2px solid var(--lk-accent-text); outline-offset: 2px }
.checkbox-text { flex: 1 }

.spinner { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-dasharray: 70 30; animation: spin .9s linear infinite }
.skeleton { display: inline-block; inline-size: 96px; block-size: 14px; border-radius: 7px; background: var(--lk-surface-2); vertical-align: middle; animation: pulse 1.6s ease-in-out infinite }
.mark { display: grid; place-items: center; inline-size: 72px; block-size: 72px; border-radius: 20px; background: var(--lk-surface-1); color: var(--lk-accent-text) }
.mark svg { stroke-width: 1.5 }
.address { display: inline-grid; grid-template-columns: auto repeat(5, auto); justify-content: start; column-gap: .6ch; font: 500 13px/1.55 var(--lk-mono); color: var(--lk-text-1); unicode-bidi: isolate }
.address-plain { grid-template-columns: repeat(6, auto) }
.address-start { color: var(--lk-text-3) }
.address:not(.address-plain) .address-second { grid-column: 2 }
.address-group:nth-child(odd) { color: var(--lk-text-2) }
@media (prefers-reduced-motion: reduce) {
  .spinner { animation: pulse 2s infinite }
  .button:active:not([aria-disabled=true]) { transform: none }
}
@media (forced-colors: active) {
  .button { border: 1px solid ButtonBorder }
  .button[aria-disabled=true] { color: GrayText }
  .link { text-decoration: underline }
  .notice, .mark, .skeleton { border: 1px solid }
  .checkbox-box { border: 1px solid }
  .checkbox input:checked + .checkbox-box { forced-color-adjust: none; background: Highlight; color: HighlightText }
}
`
