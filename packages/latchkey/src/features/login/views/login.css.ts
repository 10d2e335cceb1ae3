export const loginCss = `
.frame-screen { position: absolute; inset: 0 16px 16px; block-size: 1px; opacity: 0; pointer-events: none }
.frame-screen[data-shown] { block-size: auto; opacity: 1; pointer-events: auto; animation: appear 120ms }
.layer:has(.frame-screen[data-shown]) { overflow: clip; mask-image: none }
.frame-screen > slot { display: block; block-size: 100% }
.frame-screen ::slotted(iframe) { display: block; inline-size: 100%; block-size: 100%; border: 0; border-radius: var(--lk-radius-row) }
@media (max-width: 430px) { .frame-screen { inset: 0 12px 16px } }

.login-tile { display: grid; place-items: center; inline-size: 72px; block-size: 72px; border-radius: calc(var(--lk-radius)*4.5); background: var(--lk-surface-1) }
.login-status-error { color: var(--lk-bad) }
.login-line { text-align: center }
.login-link { text-decoration: none }
.social-tile { color: var(--lk-text-1) }

.login-page { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 8px; padding: 8px 8px 4px; text-align: center; overflow-wrap: anywhere }
.login-sign { display: grid; place-items: center; inline-size: 72px; block-size: 72px; margin-block-end: 8px; border-radius: calc(var(--lk-radius)*5); background: color-mix(in srgb, var(--lk-accent-text) 12%, transparent); color: var(--lk-accent-text) }
.login-sign path { stroke-width: 1.4 }
.login-page .link { min-block-size: 44px; padding-inline: 16px; border-radius: 22px; background: var(--lk-surface-1) }

.settings-head { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 8px }
.settings-address { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 16px 12px; border-radius: 22px; background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 550; font-variant-numeric: tabular-nums; transition: background-color 120ms }
.settings-address .icon { color: var(--lk-text-3) }
@media (hover: hover) { .settings-address:hover { background: var(--lk-surface-2) } }
@media (forced-colors: active) { .settings-address { border: 1px solid ButtonBorder } }
`
