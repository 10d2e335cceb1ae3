export const legalCss = `
.legal { padding-inline-start: 32px; color: var(--lk-text-2); line-height: 24px }
.legal-box { display: inline-flex; vertical-align: bottom; margin-inline-start: -32px }
.legal-box .checkbox { min-block-size: 24px; line-height: 24px }
.legal .link { line-height: 20px }
.legal-box .checkbox input { inset: -10px 0; block-size: 44px }
.aside .link::after, .legal .link::after { inset: 0 -2px }
`
