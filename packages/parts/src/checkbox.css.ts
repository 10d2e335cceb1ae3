export const checkboxCss = `
.checkbox { position: relative; display: flex; align-items: center; gap: 10px; min-block-size: 44px; cursor: pointer; color: var(--lk-text-2) }
.checkbox input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: 0; cursor: pointer }
.checkbox-box { display: grid; place-items: center; flex: none; inline-size: 22px; block-size: 22px; border-radius: 7px; box-shadow: inset 0 0 0 1.5px var(--lk-text-3); color: transparent; transition: background-color 120ms }
.checkbox input:checked + .checkbox-box { background: var(--lk-accent); box-shadow: none; color: var(--lk-on-accent) }
.checkbox input:checked + .checkbox-box path { stroke-width: 2.5; stroke-dasharray: 24; animation: draw 200ms both }
.checkbox input:focus-visible + .checkbox-box { outline: 2px solid var(--lk-accent-text); outline-offset: 2px }
.checkbox-text { flex: 1 }
.checkbox-text :is(a, button) { position: relative; z-index: 1 }
@media (forced-colors: active) { .checkbox-box { border: 1px solid } .checkbox input:checked + .checkbox-box { forced-color-adjust: none; background: Highlight; color: HighlightText } }
`
