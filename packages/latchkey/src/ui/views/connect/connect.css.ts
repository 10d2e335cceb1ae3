/** What the Connect view adds to the parts' own looks. */
export const connectCss = `
.row-list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0 }
.row-list > li { min-inline-size: 0 }
.legal-place { min-block-size: 24px }
`
