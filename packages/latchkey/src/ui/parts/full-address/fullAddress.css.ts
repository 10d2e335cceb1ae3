export const fullAddressCss = `
.full-address { display: inline-flex; flex-wrap: wrap; column-gap: .6ch; font: 500 13px/1.55 var(--lk-mono); color: var(--lk-text-1); unicode-bidi: isolate }
.full-address-start { color: var(--lk-text-3) }
.full-address-group:nth-child(odd) { color: var(--lk-text-2) }
`
