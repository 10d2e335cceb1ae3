export const pullToRefreshCss = `
.pull { position: relative }
.pull-mark {
  position: absolute; z-index: 1; inset-block-start: -44px; inset-inline: 0; margin-inline: auto;
  display: grid; place-items: center; inline-size: 40px; block-size: 40px; border-radius: 50%;
  background: var(--lk-surface-0); color: var(--lk-text-2); box-shadow: var(--lk-shadow);
  opacity: var(--pulled, 0); transform: translateY(var(--pull, 0px)); pointer-events: none;
}
.pull-mark .icon { transform: rotate(calc(var(--pulled, 0)*270deg)) }
.pull-mark[data-ready] { color: var(--lk-accent-text) }
@media (pointer: coarse) { .pull-mark[data-busy] { opacity: 1; transform: translateY(52px); transition: transform 180ms } }
@media (prefers-reduced-motion: reduce) {
  .pull-mark, .pull-mark[data-busy] { transform: translateY(52px); transition: none }
  .pull-mark .icon { transform: none }
}
@media (forced-colors: active) { .pull-mark { border: 1px solid } }
`
