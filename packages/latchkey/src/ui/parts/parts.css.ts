/** Styles of the parts that the shell and the first view use. */
export const partsCss = `
/* Stack and row list */
.stack { display: flex; min-inline-size: 0 }
.stack-column { flex-direction: column }
.stack-row { align-items: center }
.stack-row > .button { flex: 1; inline-size: auto }
.stack-column.stack-center { align-items: center; text-align: center }
.stack-column.stack-start { align-items: flex-start }

/* Icon button */
.icon-button {
  display: grid; place-items: center; flex: none;
  inline-size: 44px; block-size: 44px; border-radius: 50%;
  color: var(--lk-text-2);
  transition: background-color 120ms, color 120ms, transform 80ms;
}
.icon-button:active { transform: scale(.94); background: var(--lk-surface-2) }
.icon-button[aria-disabled=true] { opacity: .5 }
@media (hover: hover) { .icon-button:hover { background: var(--lk-surface-1); color: var(--lk-text-1) } }

/* Picture */
.picture {
  display: grid; place-items: center; flex: none; border-radius: var(--lk-radius-tile);
  outline: 1px solid var(--lk-line); outline-offset: -1px; background: var(--lk-surface-2);
  color: var(--lk-text-2); font-weight: 600; line-height: 1; pointer-events: none;
}
.picture-round { border-radius: 50% }
.picture img { inline-size: 100%; block-size: 100%; border-radius: inherit; object-fit: cover }

/* Badge */
.badge {
  display: inline-block; padding: 2px 8px; border-radius: 99px;
  font-size: var(--lk-caption); font-weight: 550; line-height: 1.4; white-space: nowrap;
  background: var(--lk-surface-2); color: var(--lk-text-2);
  transition: background-color 120ms;
}
.badge::first-letter { text-transform: uppercase }
.badge-accent { background: color-mix(in srgb, var(--lk-accent) 9%, var(--lk-surface-0)); color: var(--lk-accent-text) }
.badge-good { background: color-mix(in srgb, var(--lk-good) 9%, var(--lk-surface-0)); color: var(--lk-good) }
.badge-warn { background: color-mix(in srgb, var(--lk-warn) 9%, var(--lk-surface-0)); color: var(--lk-warn) }
.badge-bad { background: color-mix(in srgb, var(--lk-bad) 9%, var(--lk-surface-0)); color: var(--lk-bad) }
@media (forced-colors: active) { .badge { border: 1px solid } }

/* Skeleton */
.skeletons { display: grid; gap: 8px; opacity: 0; transition: opacity 160ms }
.skeletons[data-visible=true] { opacity: 1 }
.skeleton { display: block; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); animation: pulse 1.6s ease-in-out infinite }
.skeleton:nth-child(odd) { animation-delay: .2s }
.skeleton-row { block-size: 56px }
.skeleton-text { block-size: 14px; border-radius: 7px; background: var(--lk-surface-2) }
.skeleton-text:last-child:not(:nth-child(2)) { inline-size: 60% }
.skeletons-tile { grid-template-columns: repeat(4, 1fr) }
.skeleton-tile { block-size: 92px }
.skeleton-qr { inline-size: 300px; max-inline-size: 100%; aspect-ratio: 1; margin-inline: auto; border-radius: calc(var(--lk-radius)*5) }
@media (forced-colors: active) { .skeleton { border: 1px solid GrayText } }

/* Connect view */
.row-list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0 }
.row-list > li { min-inline-size: 0 }
.legal-place { min-block-size: 24px }
`
