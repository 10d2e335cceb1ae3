export const switchCss = `
.switch { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 4px; border-radius: var(--lk-radius-row); color: var(--lk-text-2); font-size: var(--lk-body) }
.switch-track { flex: none; inline-size: 36px; block-size: 22px; padding: 2px; border-radius: 11px; background: var(--lk-text-3); transition: background-color 120ms }
.switch-thumb { display: block; inline-size: 18px; block-size: 18px; border-radius: 50%; background: #fff; box-shadow: 0 1px 2px rgb(0 0 0/25%); transition: transform 120ms }
.switch[aria-checked=true] { color: var(--lk-text-1) }
.switch[aria-checked=true] .switch-track { background: var(--lk-accent) }
.switch[aria-checked=true] .switch-thumb { transform: translateX(14px) }
.switch[aria-checked=true] .switch-thumb:dir(rtl) { transform: translateX(-14px) }
@media (prefers-reduced-motion: reduce) { .switch-track, .switch-thumb { transition: none } }
@media (forced-colors: active) { .switch-track { border: 1px solid ButtonText; padding: 1px } .switch-thumb { background: ButtonText } .switch[aria-checked=true] .switch-track { background: Highlight } }
`
