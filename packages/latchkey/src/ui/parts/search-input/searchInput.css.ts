export const searchInputCss = `
.search { position: relative; display: block; color: var(--lk-text-3) }
.search > svg { position: absolute; inset-block-start: 14px; inset-inline-start: 14px; pointer-events: none }
.search-input {
  inline-size: 100%; block-size: 48px; padding-inline: 44px; border: 0;
  border-radius: var(--lk-radius-row); background: var(--lk-surface-1); color: var(--lk-text-1);
  font-size: max(16px, var(--lk-row)); appearance: none;
}
.search-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.search-input::-webkit-search-cancel-button { display: none }
.search-input:focus { outline: 2px solid var(--lk-accent-text); outline-offset: -2px }
.search-clear { position: absolute; inset-block-start: 2px; inset-inline-end: 2px; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 50%; color: var(--lk-text-2) }
@media (forced-colors: active) { .search-input { border: 1px solid ButtonBorder } }
`
