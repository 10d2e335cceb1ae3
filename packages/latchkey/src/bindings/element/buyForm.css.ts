export const buyFormCss = `
:host { display: block; max-inline-size: 380px; font: 400 15px/1.4 var(--lk-font); color: var(--lk-text-1) }
:host([hidden]), form[hidden] { display: none }
form { display: grid; gap: 12px; box-sizing: border-box; padding: 16px; border: 1px solid var(--lk-line); border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-0) }
.line { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; align-items: center; gap: 2px 4px; padding: 12px 14px; border-radius: calc(var(--lk-radius)*3.5); background: var(--lk-surface-1) }
.line:focus-within:has(input:focus) { box-shadow: inset 0 0 0 2px var(--lk-accent) }
.receive { grid-template-columns: minmax(0, 1fr) minmax(0, auto) }
.caption { grid-column: 1/-1; color: var(--lk-text-2); font-size: 14px }
.sign, input, output { font: 600 26px/36px var(--lk-font); font-variant-numeric: tabular-nums; color: inherit }
output { font-size: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
input { inline-size: 100%; min-inline-size: 0; padding: 0; border: 0; background: none; outline: none }
input::placeholder { color: var(--lk-text-3); opacity: 1 }
select { max-inline-size: 100%; min-block-size: 44px; padding-inline: 10px; border: 1px solid var(--lk-line); border-radius: 22px; background: var(--lk-surface-0); color: inherit; font: 550 15px var(--lk-font); cursor: pointer }
.presets { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 6px }
button { min-block-size: 44px; padding-inline: 4px; border: 1px solid var(--lk-line); border-radius: var(--lk-radius-button); background: var(--lk-surface-1); color: inherit; font: 550 15px var(--lk-font); font-variant-numeric: tabular-nums; cursor: pointer; transition: background-color .12s }
button[aria-pressed=true] { border-color: currentColor }
button.primary { min-block-size: 48px; border-color: transparent; background: var(--lk-accent); color: var(--lk-on-accent) }
button.primary[aria-disabled=true] { background: var(--lk-surface-2); color: var(--lk-text-2); cursor: default }
.hint { margin: 0; min-block-size: 20px; color: var(--lk-text-2); font-size: 14px }
[data-bad] .sign, [data-bad] input, [data-bad] .hint { color: var(--lk-bad) }
button:focus-visible, select:focus-visible { outline: 2px solid var(--lk-accent); outline-offset: 2px }
@media (hover: hover) { button:hover { background: var(--lk-surface-2) } button.primary:not([aria-disabled=true]):hover { background: var(--lk-accent-hover) } }
@media (prefers-reduced-motion: reduce) { button { transition: none } }
@media (forced-colors: active) { .line, button { border: 1px solid ButtonBorder } }
`
