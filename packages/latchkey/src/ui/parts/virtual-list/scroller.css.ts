/** A scroll area with a long list in it is a layer of its own: then scrolling it draws nothing anew. */
export const scrollerCss = `
.layer[data-long] { mask-image: none; will-change: scroll-position; background: var(--lk-surface-0) }
`
