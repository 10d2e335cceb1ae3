/** Base styles for every element, in the modal and on the login site. */
export const resetCss = `
*, ::before, ::after { box-sizing: border-box }
.root {
  font: 400 var(--lk-body)/1.43 var(--lk-font);
  color: var(--lk-text-1);
  text-align: start;
  -webkit-font-smoothing: antialiased;
  -webkit-tap-highlight-color: transparent;
  -webkit-text-size-adjust: 100%;
}
h1, h2, p, ul { margin: 0; padding: 0; list-style: none }
h1, h2 { font: inherit }
/* On a right-to-left page, punctuation stays at the end of left-to-right text. */
p, h1, h2, span { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent }
button, input { font: inherit; color: inherit; letter-spacing: inherit; margin: 0 }
button { background: none; border: 0; padding: 0; text-align: inherit; cursor: pointer; touch-action: manipulation; user-select: none; -webkit-user-select: none }
button[aria-disabled=true] { cursor: default }
svg { display: block; flex: none }
:focus { outline: none }
:focus-visible { outline: 2px solid var(--lk-accent-text); outline-offset: 2px }
.icon-directional:dir(rtl) { transform: scaleX(-1) }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.mono { font-family: var(--lk-mono) }
@keyframes appear { from { opacity: 0 } }
@keyframes spin { to { transform: rotate(1turn) } }
@keyframes shake { 20%, 60% { transform: translateX(-5px) } 40%, 80% { transform: translateX(5px) } }
@keyframes pulse { 50% { opacity: .45 } }
@keyframes draw { from { stroke-dashoffset: 24 } }
`
