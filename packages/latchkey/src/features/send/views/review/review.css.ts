/** Styles of the views after the form; they also use those of the form. */
export const reviewCss = `
.full-address mark { background: color-mix(in srgb, var(--lk-bad) 18%, transparent); color: var(--lk-bad); font-weight: 700; border-radius: 2px; box-shadow: 0 2px 0 var(--lk-bad) }
.review-amount { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 4px; padding-block: 4px; text-align: center }
.review-amount .picture { margin-block-end: 8px }
.review-lead { color: var(--lk-text-2) }
.review-worth { color: var(--lk-text-2); font-variant-numeric: tabular-nums }
.obstacle, .obstacle .button, .progress { scroll-margin-block: 24px 96px }
.obstacle:empty { display: none }
.obstacle .button { flex-basis: auto }
/* Sticky only when there is nothing to confirm: confirming requires scrolling past the details. */
@media (min-height: 560px) { .review-actions { position: sticky; z-index: 1; inset-block-end: 20px; background: var(--lk-surface-0); box-shadow: 0 0 0 12px var(--lk-surface-0), 0 12px 0 12px var(--lk-surface-0) } }
.alike-words { display: grid; justify-items: center; gap: 4px; padding-inline: 4px; text-align: center }
.alike-icon { display: grid; place-items: center; inline-size: 56px; block-size: 56px; margin-block-end: 8px; border-radius: 50%; background: color-mix(in srgb, var(--lk-bad) 10%, transparent); color: var(--lk-bad) }
.alike-pair { display: grid; gap: 8px }
.alike-card[data-bad] { box-shadow: inset 0 0 0 1.5px var(--lk-bad) }
.sent { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding-block-start: 12px }
.sent-words { display: grid; justify-items: center; gap: 2px; text-align: center; overflow-wrap: anywhere }
.sent-recipient { justify-items: center; text-align: center }
.sent-recipient .full-address { text-align: center }
.sent-link { text-align: center }
@media (max-height: 860px) { .review-amount-tight .picture { display: none } }
@media (max-height: 720px) { .review-amount .picture { display: none } }
@media (forced-colors: active) { .full-address mark { outline: 1px solid } }
`
