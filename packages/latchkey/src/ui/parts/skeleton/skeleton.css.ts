export const skeletonCss = `
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
`
