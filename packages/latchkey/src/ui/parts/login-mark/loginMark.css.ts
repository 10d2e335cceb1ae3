export const loginMarkCss = `
.login-mark { display: grid; place-items: center; flex: none; border-radius: var(--lk-radius-tile); background: var(--lk-surface-2); color: var(--lk-text-1) }
`
