/** Styles of lazy views, in addition to those of the parts. */
export const viewsCss = `
.lead { color: var(--lk-text-2); text-align: center; text-wrap: balance }
.aside { padding-inline: 8px; color: var(--lk-text-2); font-size: var(--lk-body); text-align: center; text-wrap: balance; overflow-wrap: anywhere }
.attempt { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding-block-start: 12px; min-inline-size: 0 }
.attempt > .picture { margin-inline: auto }
.attempt-words { display: grid; gap: 4px; padding-inline: 8px; text-align: center; overflow-wrap: anywhere }
.attempt-title { font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance }
.attempt-title-declined, .attempt-title-error { color: var(--lk-bad) }
.attempt-text { color: var(--lk-text-2); text-wrap: balance }

.pairing { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
.pairing .skeletons { grid-template-columns: minmax(0, 1fr) }
.pairing-words { text-align: center; overflow-wrap: anywhere }
.countdown { min-block-size: 1.4em; color: var(--lk-text-3); font-size: var(--lk-caption); font-variant-numeric: tabular-nums }
.code-button { display: block; justify-self: center; inline-size: 300px; max-inline-size: 100%; border-radius: calc(var(--lk-radius)*5) }

.all-wallets { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
.all-wallets::after { content: ''; position: sticky; inset-block-end: 0; block-size: 24px; margin-block: -12px -20px; background: linear-gradient(transparent, var(--lk-surface-0)); pointer-events: none }
.wallet-search { position: sticky; inset-block-start: 0; z-index: 1; margin: -4px -16px 0; padding: 4px 16px; background: var(--lk-surface-0) }
.search-line { display: flex; align-items: center; gap: 8px }
.search-line > .search { flex: 1; min-inline-size: 0 }
.wallet-filter { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin-block: 4px -4px; padding-inline-start: 4px; color: var(--lk-text-2) }
.all-wallets .skeletons-tile { grid-template-columns: repeat(auto-fill, minmax(76px, 1fr)) }
.all-wallets .skeleton-tile, .wallet-card { block-size: calc(68px + 2.66*var(--lk-caption)) }
.wallet-card { display: grid; align-content: start; justify-items: center; gap: 6px; padding: 12px 4px 10px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); scroll-margin-block: 108px 12px }
.wallet-card[aria-disabled=true] { opacity: .5 }
.wallet-card-image { position: relative }
.wallet-card-seal { position: absolute; inset-block-end: -4px; inset-inline-end: -6px; display: grid; place-items: center; inline-size: 18px; block-size: 18px; border: 2px solid var(--lk-surface-1); border-radius: 50%; background: var(--lk-accent); color: var(--lk-on-accent) }
.wallet-card-seal path { stroke-width: 2.5 }
.wallet-card-name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; max-inline-size: 100%; overflow: hidden; font-size: var(--lk-caption); font-weight: 500; line-height: 1.33; text-align: center; overflow-wrap: anywhere }
.wallet-card-short { -webkit-line-clamp: 1 }
.wallet-card-badge { margin-block-start: -6px; color: var(--lk-good); font-size: var(--lk-caption); line-height: 1.33 }
@media (hover: hover) { .layer:not([data-long=scrolled]) .wallet-card:hover:not([aria-disabled=true]) { background: var(--lk-surface-2) } }
@media (forced-colors: active) { .wallet-card { border: 1px solid ButtonBorder } }

.guide { display: grid; gap: 20px; padding-block-start: 8px }
.guide-section { display: grid; grid-template-columns: 56px 1fr; align-items: center; gap: 16px }
.guide-icon { display: grid; place-items: center; inline-size: 56px; block-size: 56px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); color: var(--lk-accent-text) }
.guide-icon path { stroke-width: 1.4 }
.guide-title { font-size: var(--lk-row); font-weight: 550; line-height: 1.4 }
.guide-text { color: var(--lk-text-2) }
`
