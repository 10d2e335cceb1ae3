/**
 * A balance without room wraps to a hidden second line: a cut balance looks like another amount.
 * Children ignore pointer events: browsers drop a click whose target is rendered again before it ends.
 */
export const buttonCss = `
:host { display: inline-block; max-inline-size: 100%; min-inline-size: 0; vertical-align: middle; font-family: var(--lk-font) }
:host([hidden]), button[hidden], button:empty { display: none }
button {
  display: inline-flex; flex-flow: row-reverse wrap; place-content: start center; align-items: center; gap: 8px;
  box-sizing: border-box; block-size: 40px; padding: 7px 16px; max-inline-size: 100%; overflow: hidden;
  border: 1px solid transparent; border-radius: var(--lk-radius-button);
  font: 500 15px/24px var(--lk-font); font-variant-numeric: tabular-nums;
  cursor: pointer; white-space: nowrap; touch-action: manipulation;
  transition: background-color .12s, transform .08s;
}
button > * { pointer-events: none }
button.sm { block-size: 32px; padding: 3px 12px; font-size: 14px }
button.primary { background: var(--lk-accent); color: var(--lk-on-accent); min-inline-size: 148px }
button.primary:hover { background: var(--lk-accent-hover) }
button.plain, button.warning { background: var(--lk-surface-1); color: var(--lk-text-1); border-color: var(--lk-line) }
button.plain { padding-inline-start: 8px }
button.plain:hover, button.warning:hover { background: var(--lk-surface-2) }
button.warning { color: var(--lk-bad) }
button:active { transform: scale(.985) }
button:focus-visible { outline: 2px solid var(--lk-accent); outline-offset: 2px }
button:disabled { opacity: .5; cursor: default }
.text { order: -2; overflow: hidden; text-overflow: ellipsis }
.image ~ .text { max-inline-size: calc(100% - 32px) }
.fact { color: var(--lk-text-2); padding-inline-start: 8px }
.image {
  order: -1; inline-size: 24px; block-size: 24px; overflow: hidden;
  border-radius: 50%; background: var(--lk-surface-2); color: var(--lk-text-2); font-size: 12px;
}
.image > * { inline-size: 100%; block-size: 100%; object-fit: cover; display: grid; place-items: center }
.letter::before { content: attr(data-letter) }
.waiting { inline-size: 9ch; block-size: 12px; margin-inline-start: 8px; border-radius: 6px; background: var(--lk-surface-2) }
.spinner {
  inline-size: 16px; block-size: 16px; border-radius: 50%;
  border: 2px solid currentColor; border-inline-start-color: transparent; animation: turn .8s linear infinite;
}
@keyframes turn { to { transform: rotate(1turn) } }
@media (prefers-reduced-motion: reduce) { button, .spinner { transition: none; animation: none } }
@media (forced-colors: active) { button { border-color: ButtonBorder } }
`
