export const avatarCss = `
.avatar { display: inline-block; flex: none; overflow: hidden; border-radius: 50%; forced-color-adjust: none }
`
