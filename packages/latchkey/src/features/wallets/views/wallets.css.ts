export const walletsCss = `
.wallets-head { display: flex; align-items: center; justify-content: space-between; gap: 8px; min-block-size: 44px; margin-block: -8px -4px; padding-inline-start: 4px }
.wallets-head .button { margin-inline-end: -4px }
.wallets-count { display: flex; align-items: baseline; gap: 8px; min-inline-size: 0; font-size: var(--lk-row); font-weight: 550 }
.wallets-figure { color: var(--lk-text-2); font-weight: 500; font-variant-numeric: tabular-nums }
.wallet-item { display: grid; gap: 4px; padding: 12px 12px 8px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.wallet-item-line { display: flex; align-items: center; gap: 12px; min-inline-size: 0 }
.wallet-item-actions { gap: 0; margin-inline-start: -8px; color: var(--lk-text-2) }
.wallet-item-actions .button { margin-inline-start: auto; background: var(--lk-surface-2) }
.wallet-item .icon-button:hover { background: var(--lk-surface-2) }
.wallet-others { padding-inline: 4px; color: var(--lk-text-2); font-size: var(--lk-body); font-weight: 500 }
.wallet-row { position: relative; display: flex; align-items: center; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.wallet-row > .row { flex: 1; min-inline-size: 0; background: none; padding-inline-end: 4px }
.wallet-row > .icon-button { margin-inline-end: 6px; color: var(--lk-text-3) }
.wallet-switch { color: var(--lk-accent-text); font-weight: 550 }
.row-image > .avatar { display: block }
@media (max-width: 360px) { .wallet-item-actions .button .icon { display: none } }
@media (hover: hover) {
  .wallet-row > .row:hover { background: var(--lk-surface-2) }
  .wallet-row > .icon-button:hover { background: var(--lk-surface-2); color: var(--lk-text-1) }
}
@media (forced-colors: active) { .wallet-item, .wallet-row { border: 1px solid ButtonBorder } .wallet-row > .row { border: 0 } .wallets-head { margin-block: 0 } }
`
