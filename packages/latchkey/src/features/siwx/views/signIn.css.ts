/** Styles of the sign-in view. */
export const signInCss = `
.signin { display: flex; flex-direction: column; gap: 16px; padding-block-start: 4px; min-inline-size: 0 }
.signin-pictures { position: relative; display: flex; justify-content: center; gap: 12px; inline-size: max-content; margin-inline: auto; padding-inline: 6px }
.signin-picture .picture, .signin-login { border-radius: calc(var(--lk-radius)*4) }
.signin-login svg { inline-size: 28px; block-size: 28px }
.signin-login { display: grid; place-items: center; inline-size: 64px; block-size: 64px; outline: 1px solid var(--lk-line); outline-offset: -1px; background: var(--lk-surface-2) }
.signin-site { --sway: 6px }
.signin-wallet { --sway: -6px }
.signin-pictures[data-state=waiting] .signin-picture { animation: signin-sway 1.6s ease-in-out infinite alternate }
@keyframes signin-sway { from { transform: none } to { transform: translateX(var(--sway)) } }
.signin-pictures[data-state=failed] { animation: shake 400ms 60ms }
.signin-mark {
  position: absolute; inset-block-end: -8px; inset-inline: 0; margin-inline: auto;
  display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 50%;
  background: var(--lk-bad); color: var(--lk-surface-0); box-shadow: 0 0 0 3px var(--lk-surface-0);
  animation: appear 200ms;
}
.signin-mark path { stroke-width: 2.25 }
.signin-pictures[data-state=signed] .signin-mark { background: var(--lk-good) }
.signin-pictures[data-state=signed] .signin-mark path { stroke-dasharray: 24; animation: draw 320ms both }
/* Makes room for the message, so that the buttons stay in view. */
.signin:has(.signin-text-box) .signin-pictures { display: none }
.signin:has(.signin-text-box) .signin-title { -webkit-line-clamp: 2 }
.signin:has(.signin-text-box):has(.signin-progress) .signin-words { display: none }
.signin-words { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; padding-inline: 8px; text-align: center; overflow-wrap: anywhere }
.signin-title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; text-overflow: ellipsis; font-size: var(--lk-title); font-weight: 600; line-height: 1.35; text-wrap: balance }
.signin-text { color: var(--lk-text-2); text-wrap: balance }
.signin-details { display: grid; grid-template-columns: minmax(0, 1fr); padding-inline: 16px; border-radius: var(--lk-radius-row); background: var(--lk-surface-1) }
.signin-detail { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; padding-block: 9px }
.signin-details > * + * { border-block-start: 1px solid var(--lk-line) }
.signin-label { flex: none; color: var(--lk-text-2) }
.signin-value { display: inline-flex; align-items: center; gap: 8px; min-inline-size: 0; font-weight: 500; text-align: end; overflow-wrap: anywhere }
.signin-domain { font-weight: 600 }
.signin-pending { inline-size: 128px; padding-block: 3px }
.signin-disclosure { display: flex; align-items: center; justify-content: space-between; gap: 8px; inline-size: calc(100% + 16px); min-block-size: 44px; margin-inline: -8px; padding-inline: 8px; border-radius: var(--lk-radius-tile); color: var(--lk-accent-text); font-weight: 550 }
.signin-disclosure .icon { transition: transform 160ms }
.signin-disclosure[aria-expanded=true] .icon { transform: rotate(.5turn) }
.signin-disclosure[aria-disabled=true] { opacity: .5 }
@media (hover: hover) { .signin-disclosure:hover:not([aria-disabled=true]) { text-decoration: underline; text-underline-offset: 3px } }
.signin-text-box { max-block-size: clamp(96px, 22dvh, 196px); margin-block-end: 16px; padding: 10px 12px; border-radius: var(--lk-radius-tile); background: var(--lk-surface-0); box-shadow: inset 0 0 0 1px var(--lk-line); overflow-y: auto; overscroll-behavior: contain; animation: appear 160ms }
.signin-raw { margin: 0; font: 400 12px/1.5 var(--lk-mono); color: var(--lk-text-1); white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; user-select: text; -webkit-user-select: text; cursor: text }
.signin-status { scroll-margin-block: 24px 96px }
/* Not hidden, so that screen readers keep watching it. */
.signin-status:empty { margin-block-start: -16px }
.signin-status .full-address { display: block }
.signin-progress { display: flex; align-items: center; gap: 14px; min-block-size: 56px; padding: 10px 16px; border-radius: var(--lk-radius-row); background: color-mix(in srgb, var(--lk-accent) 9%, var(--lk-surface-0)); color: var(--lk-accent-text); animation: appear 160ms }
.signin-progress-words { display: grid; min-inline-size: 0 }
.signin-progress-title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 600; overflow-wrap: anywhere }
.signin-progress-text { color: var(--lk-text-2) }
@media (max-width: 480px) and (max-height: 680px) { .signin-pictures { display: none } }
@media (prefers-reduced-motion: reduce) {
  .signin-pictures[data-state=waiting] .signin-picture, .signin-pictures[data-state=failed], .signin-pictures[data-state=signed] .signin-mark path { animation: none }
  .signin-disclosure .icon { transition: none }
}
@media (forced-colors: active) { .signin-details, .signin-progress, .signin-text-box { border: 1px solid CanvasText } .signin-mark { border: 1px solid } }
`
