export const linkCss = `
.link { position: relative; display: inline-flex; align-items: center; gap: 2px; color: var(--lk-accent-text); font-weight: 550; text-decoration: none; border-radius: 4px }
.link::after { content: ''; position: absolute; inset: -12px -6px }
@media (hover: hover) { .link:hover { text-decoration: underline; text-underline-offset: 3px } }
@media (forced-colors: active) { .link { text-decoration: underline } }
`
