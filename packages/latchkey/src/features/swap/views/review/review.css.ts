/** Styles of the token list and the review; they also use those of the form. */
export const reviewCss = `
.swap-suggestions { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none }
.swap-suggestion { display: inline-flex; align-items: center; gap: 6px; min-block-size: 44px; max-inline-size: 160px; padding-inline: 8px 14px; border-radius: 22px; background: var(--lk-surface-1); font-weight: 550; transition: background-color 120ms }
.swap-suggestion[aria-disabled=true], .swap-token-row[aria-disabled=true] { opacity: .5; cursor: default }
.swap-suggestion-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.swap-token-row { min-block-size: 60px; margin-inline: -8px; inline-size: calc(100% + 16px); padding-inline: 8px; background: none }
.swap-token-own { display: grid; justify-items: end; color: var(--lk-text-1); font-weight: 500; font-variant-numeric: tabular-nums }
.swap-token-worth { color: var(--lk-text-2); font-weight: 400 }
.swap-side .form-line { min-block-size: 24px }
.swap-side-worth { color: var(--lk-text-2); font-variant-numeric: tabular-nums }
.swap-side-amount { display: flex; align-items: center; gap: 12px; min-inline-size: 0; min-block-size: 48px }
.swap-side .review-number { min-inline-size: 0; font-size: calc(var(--lk-type)*2.4) }
.swap-side .review-number-medium { font-size: calc(var(--lk-type)*2) }
.swap-side .review-number-small { font-size: calc(var(--lk-type)*1.6) }
.swap-actions { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 8px }
.swap-number { font-variant-numeric: tabular-nums }
.swap-impact { font-variant-numeric: tabular-nums }
.swap-impact-warning { color: var(--lk-warn) }
.swap-impact-stop { color: var(--lk-bad) }
.swap-slippage { display: grid; gap: 4px; padding-block: 0 8px }
.swap-slippage-button { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-block-size: 44px; text-align: start; font-variant-numeric: tabular-nums }
.swap-slippage-button .icon { color: var(--lk-text-2); transition: transform 160ms }
.swap-choices { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)) minmax(0, 1.6fr); gap: 6px; margin: 0; padding: 0; border: 0; min-inline-size: 0 }
.swap-choice { display: inline-flex; align-items: center; justify-content: center; min-block-size: 44px; border-radius: 10px; background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); font-weight: 550; font-variant-numeric: tabular-nums; transition: background-color 120ms }
.swap-choice[aria-pressed=true] { box-shadow: inset 0 0 0 2px var(--lk-accent-text); color: var(--lk-accent-text) }
.swap-custom { gap: 2px; padding-inline: 10px }
.swap-custom:focus-within { box-shadow: inset 0 0 0 2px var(--lk-accent-text) }
.swap-custom[data-bad] { box-shadow: inset 0 0 0 2px var(--lk-bad) }
.swap-custom-input { inline-size: 100%; min-inline-size: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; font-size: max(16px, var(--lk-body)); text-align: center; appearance: none }
.swap-custom-input:focus { outline: none }
.swap-custom-input::placeholder { color: var(--lk-text-3); opacity: 1 }
.swap-hint { grid-column: 1/-1; color: var(--lk-text-2); font-size: var(--lk-caption) }
.swap-hint.form-bad { color: var(--lk-bad) }
.swap-slippage-button[aria-expanded=true] .icon { transform: rotate(180deg) }
@media (hover: hover) { .swap-choice:hover, .swap-suggestion:hover, .swap-token-row:hover { background: var(--lk-surface-2) } }
@media (prefers-reduced-motion: reduce) { .swap-slippage-button .icon { transition: none } }
@media (forced-colors: active) { .swap-choice, .swap-suggestion { border: 1px solid ButtonBorder } .swap-choice[aria-pressed=true] { outline: 2px solid Highlight } }
`
