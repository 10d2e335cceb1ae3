export const buttonCss = `
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px;
  min-block-size: 48px; inline-size: 100%; padding: 8px 20px;
  border-radius: var(--lk-radius-row);
  font-size: var(--lk-row); font-weight: 550; line-height: 1.35; text-align: center;
  transition: background-color 120ms, transform 80ms;
}
.button-small { min-block-size: 44px; inline-size: auto; padding-inline: 16px; font-size: var(--lk-body) }
.button-text { overflow-wrap: anywhere }
.button:active:not([aria-disabled=true]), .row:active:not([aria-disabled=true], .row-static) { transform: scale(.985) }
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
@media (forced-colors: active) { .button { border: 1px solid ButtonBorder } .button[aria-disabled=true] { color: GrayText } }
`
