export const askLineCss = `
.ask-line { display: flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding-inline: 8px; color: var(--lk-text-2) }
.ask-line-text { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.ask-line .link { flex: none }
`
