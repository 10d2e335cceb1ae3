export const sectionsCss = `
.login-sections { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.login-sections > .divider { margin-block: 8px }
.login-sections > .divider:first-child { margin-block-start: 0 }
.login-sections > .divider:last-child { margin-block-end: 0 }
.email-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px }
.email-field { display: flex; align-items: center; min-block-size: 56px; padding-inline-start: 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.email-field > .icon { color: var(--lk-text-3) }
.email-field:focus-within { outline: 2px solid var(--lk-accent-text); outline-offset: -2px }
.email-field:has([aria-invalid]) { outline: 2px solid var(--lk-bad); outline-offset: -2px }
.email-field[data-disabled] { opacity: .5 }
.email-input { flex: 1; min-inline-size: 0; block-size: 56px; padding-inline: 12px; border: 0; background: none; color: var(--lk-text-1); font-size: max(16px, var(--lk-row)); font-weight: 500; appearance: none; text-overflow: ellipsis; text-align: -webkit-match-parent; text-align: match-parent }
.email-input::placeholder { color: var(--lk-text-3); opacity: 1; font-weight: 400 }
.email-input:focus-visible { outline: none }
.email-submit { display: grid; place-items: center; flex: none; inline-size: 44px; block-size: 44px; margin-inline-end: 6px; border-radius: var(--lk-radius-tile); background: var(--lk-accent); color: var(--lk-on-accent); animation: appear 120ms; transition: background-color 120ms, transform 80ms }
.email-submit[aria-busy=true] { background: var(--lk-surface-2); color: var(--lk-text-1) }
.email-submit:active:not([aria-disabled=true]) { transform: scale(.96) }
.email-error { display: flex; gap: 6px; padding-inline: 4px; color: var(--lk-bad) }
.email-error > svg { margin-block-start: 2px }

.socials { display: grid; gap: 8px; min-inline-size: 0; margin: 0; padding: 0; border: 0 }
.social-icons { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 8px }
.social { display: flex; align-items: center; justify-content: center; gap: 12px; inline-size: 100%; min-block-size: 56px; padding: 8px 4px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 500; line-height: 1.375; transition: background-color 120ms, transform 80ms }
.social > .icon { color: var(--lk-text-2) }
.social > .icon path { stroke-width: 2.25 }
.social[aria-disabled=true] { opacity: .5 }
.social:active:not([aria-disabled=true]) { transform: scale(.985); background: var(--lk-surface-2) }
@media (hover: hover) {
  .social:hover:not([aria-disabled=true]) { background: var(--lk-surface-2) }
  .email-submit:hover:not([aria-disabled=true]) { background: var(--lk-accent-hover) }
}
@media (prefers-reduced-motion: reduce) { .social, .email-submit { transition: none; animation: none } .social:active, .email-submit:active { transform: none !important } }
@media (forced-colors: active) { .email-field, .social, .email-submit { border: 1px solid ButtonBorder } .social[aria-disabled=true] { color: GrayText } }
`
