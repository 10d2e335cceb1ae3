/** What the Connect view adds to the parts' own looks. */
export const connectCss = `
.row-list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0 }
.row-list > li { min-inline-size: 0 }
.aside { padding-inline: 8px; color: var(--lk-text-2); font-size: var(--lk-body); text-align: center; text-wrap: balance; overflow-wrap: anywhere }
.aside .link::after, .legal .link::after { inset: 0 -2px }
.legal-place { min-block-size: 24px }
.legal { padding-inline-start: 32px; color: var(--lk-text-2); line-height: 24px }
.legal-box { display: inline-flex; vertical-align: bottom; margin-inline-start: -32px }
.legal-box .checkbox { min-block-size: 24px; line-height: 24px }
.legal .link { line-height: 20px }
.legal-box .checkbox input { inset: -10px 0; block-size: 44px }
.lead { color: var(--lk-text-2); text-align: center; text-wrap: balance }
`
