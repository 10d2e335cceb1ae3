export const avatarCss = `
.avatar { display: inline-block; flex: none; overflow: hidden; border-radius: 50%; background: var(--lk-surface-2); forced-color-adjust: none }
.avatar > * { display: block; object-fit: cover }
`
