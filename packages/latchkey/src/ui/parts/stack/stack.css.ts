export const stackCss = `
.stack { display: flex; min-inline-size: 0 }
.stack-column { flex-direction: column }
.stack-row { align-items: center }
.stack-row > .button { flex: 1; inline-size: auto }
.stack-column.stack-center { align-items: center; text-align: center }
.stack-column.stack-start { align-items: flex-start }
`
