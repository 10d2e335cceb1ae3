export const namesCss = `
.name-page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding-block-start: 8px }
.name-sign { display: grid; place-items: center; justify-self: center; inline-size: 72px; block-size: 72px; border-radius: calc(var(--lk-radius)*5); background: color-mix(in srgb, var(--tone) 12%, transparent); color: var(--tone) }
.name-sign-accent { --tone: var(--lk-accent-text) }
.name-sign-good { --tone: var(--lk-good); border-radius: 50% }
.name-sign path { stroke-width: 1.4 }
.name-sign-good path { stroke-width: 1.75; stroke-dasharray: 24; animation: draw 320ms 120ms both }
.name-words { display: grid; gap: 6px; padding-inline: 8px; text-align: center }
.name-title { font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance }
.name-text { color: var(--lk-text-2); text-wrap: balance }
.name-given { padding: 14px 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 550; text-align: center; overflow-wrap: anywhere }

.name-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.name-field { position: relative; display: flex; align-items: center; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.name-field:focus-within { outline: 2px solid var(--lk-accent-text); outline-offset: -2px }
.name-input { flex: 1; min-inline-size: 0; block-size: 56px; padding-inline: 16px 0; border: 0; background: none; font-size: max(16px, var(--lk-row)); font-weight: 500; text-transform: lowercase; text-overflow: ellipsis; appearance: none }
.name-input::placeholder { color: var(--lk-text-3); opacity: 1; font-weight: 400 }
.name-input:focus-visible { outline: none }
.name-suffix { flex: none; padding-inline: 2px 8px; color: var(--lk-text-2); font-size: max(16px, var(--lk-row)) }
.name-submit { display: grid; place-items: center; flex: none; inline-size: 44px; block-size: 44px; margin-inline-end: 6px; border-radius: var(--lk-radius-tile); background: var(--lk-accent); color: var(--lk-on-accent); transition: background-color 120ms, color 120ms, transform 80ms }
.name-submit[aria-disabled=true] { background: var(--lk-surface-2); color: var(--lk-text-3) }
.name-submit[aria-busy=true] { color: var(--lk-text-1) }
.name-submit:active:not([aria-disabled=true]) { transform: scale(.96) }
@media (hover: hover) { .name-submit:hover:not([aria-disabled=true]) { background: var(--lk-accent-hover) } }
.name-line { display: flex; gap: 6px; min-block-size: 20px; padding-inline: 4px; color: var(--lk-text-2); overflow-wrap: anywhere }
.name-line > svg { margin-block-start: 2px }
.name-line-bad { color: var(--lk-bad) }
/* Registration is final, so the whole name is visible. */
.name-form .row-title { white-space: normal; overflow-wrap: anywhere }
@media (forced-colors: active) { .name-field { border: 1px solid ButtonBorder } .name-submit { border: 1px solid ButtonBorder } }
`
