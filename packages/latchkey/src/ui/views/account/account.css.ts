/** Styles of the account view. Figures are never cut off: a part of a number is misleading. */
export const accountCss = `
.account { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 10px; text-align: center }
.account-line { display: flex; align-items: center; justify-content: center; max-inline-size: 100% }
.chip { display: inline-flex; align-items: center; gap: 8px; min-inline-size: 0; min-block-size: 44px; padding-inline: 8px 12px; border-radius: 22px; background: var(--lk-surface-1); font-size: var(--lk-row); font-weight: 550; font-variant-numeric: tabular-nums; transition: background-color 120ms }
.chip > .icon { color: var(--lk-text-3) }
.chip-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
@media (max-width: 360px) { .chip { padding-inline-end: 10px; font-size: var(--lk-body) } .chip > .icon { display: none } }
@media (hover: hover) { .chip:hover { background: var(--lk-surface-2) } }

.account-login { display: inline-flex; align-items: center; gap: 8px; max-inline-size: 100%; min-block-size: 44px; margin-block: -10px -6px; padding-inline: 12px 8px; border-radius: 22px; color: var(--lk-text-2); transition: background-color 120ms }
.account-login .icon { color: var(--lk-text-3) }
@media (hover: hover) { .account-login:hover { background: var(--lk-surface-1) } }

.worth { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 2px; max-inline-size: 100% }
.worth-figure { min-block-size: 40px; max-inline-size: 100%; font-size: calc(var(--lk-type)*3.2); font-weight: 600; line-height: 1.25; letter-spacing: -.01em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.worth-long { font-size: var(--lk-large); line-height: 1.4; align-content: center }
.worth-minor { color: var(--lk-text-2); font-weight: 500 }
.worth-loading { display: grid; align-items: center; inline-size: 140px }
.worth-loading .skeleton { block-size: 24px; inline-size: 100% }
.worth-line { display: flex; align-items: center; justify-content: center; max-inline-size: 100%; padding-inline-start: 34px; color: var(--lk-text-2); font-variant-numeric: tabular-nums }
p.worth-line { padding: 0 }
.worth-line .icon-button { margin-block: -10px; margin-inline-end: -10px; color: var(--lk-text-3) }
.worth-line .icon { inline-size: 16px; block-size: 16px }
.worth-coin { min-inline-size: 0; overflow-wrap: anywhere }
.worth-note { color: var(--lk-text-3); font-size: var(--lk-caption); text-wrap: balance }
.worth-old { display: flex; align-items: center; gap: 4px; color: var(--lk-warn) }

.token-amount { overflow-wrap: anywhere; white-space: normal; font-variant-numeric: tabular-nums }
.row-subtitle:has(.token-amount) { white-space: normal }
.row-trailing:has(.token-worth) { max-inline-size: 45%; overflow: visible; white-space: normal; text-align: end }
.token-worth { color: var(--lk-text-1); font-weight: 500 }
.tokens-empty { display: grid; gap: 2px; text-align: center }
.tokens-empty-title { font-size: var(--lk-row); font-weight: 550 }
.tokens-empty-text { color: var(--lk-text-2); text-wrap: balance }
.tokens-empty .row { margin-block-start: 14px; text-align: start }

.row-image > .avatar { display: block }
@media (prefers-reduced-motion: reduce) { .chip, .tab, .icon-button { transition: none } }
@media (forced-colors: active) { .chip { border: 1px solid ButtonBorder } }
`
