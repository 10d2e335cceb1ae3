import { motion, spring } from '@latchkey/parts/motion'
import { sizeTokens } from '@latchkey/parts/sizes.css'

/** Rules of the modal beyond the reset that it shares with the login site. */
export const baseCss = `
:host { all: initial; display: contents; ${sizeTokens} }
:host([data-embedded]) { display: block }
div.root { display: contents }
a { color: inherit }
img { display: block; flex: none }
`

export const shellCss = `
/* Clip, because hidden content can still scroll: focusing would scroll to a sheet below the edge. */
.overlay {
  position: fixed; inset: 0; inline-size: 100%; block-size: 100%; max-inline-size: none; max-block-size: none;
  margin: 0; padding: 16px; border: 0; background: none; color: inherit; overflow: clip;
}
.overlay:is([open], [data-phase=prerendering]) { display: grid; place-items: center }
.overlay[data-phase=prerendering] { visibility: hidden; pointer-events: none }
.overlay::backdrop { background: none }
.overlay::before { content: ''; position: fixed; inset: 0; background: var(--lk-scrim); animation: appear ${motion.scrim}ms both }
.overlay[data-phase=closing] { pointer-events: none }
.overlay[data-phase=closing]::before { animation: vanish ${motion.scrim}ms both }
.card {
  position: relative; display: flex; flex-direction: column; overflow: hidden;
  inline-size: min(380px, 100%); max-block-size: min(640px, 100%);
  border-radius: var(--lk-radius-card); background: var(--lk-surface-0); box-shadow: var(--lk-shadow);
}
.card:focus-visible { outline: none }
.overlay .card { animation: rise ${motion.card}ms ${spring} both }
.overlay[data-phase=closing] .card { animation: sink ${motion.scrim}ms both }
.overlay[data-phase=prerendering]::before, .overlay[data-phase=prerendering] .card { animation: none }
.overlay .card[data-shaking], .card[data-shaking] { animation: shake 400ms }
.card-embedded { inline-size: 100%; max-inline-size: 380px; box-shadow: 0 0 0 1px var(--lk-line) }
@keyframes vanish { to { opacity: 0 } }
@keyframes rise { from { opacity: 0; transform: translateY(8px) } }
@keyframes sink { to { opacity: 0; transform: translateY(8px) } }

.header { position: relative; flex: none; display: grid; grid-template-columns: minmax(44px, 1fr) auto minmax(44px, 1fr); align-items: center; min-block-size: 56px; padding: 6px 8px }
.header-title { min-inline-size: 0; padding-block: 3px; font-size: var(--lk-title); font-weight: 600; line-height: 1.35; letter-spacing: -.01em; text-align: center; overflow: hidden; text-overflow: ellipsis; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; animation: appear ${motion.view}ms }
.header-end { display: flex; justify-self: end }
.header .icon-button { animation: appear ${motion.view}ms }
.network-select { display: inline-flex; align-items: center; gap: 4px; min-block-size: 44px; padding-inline: 8px 6px; border-radius: 99px; color: var(--lk-text-2) }
.network-select[aria-disabled=true] svg { display: none }
@media (hover: hover) { .network-select:hover:not([aria-disabled=true]) { background: var(--lk-surface-1) } }
.grabber { display: none }

.stage { position: relative; flex: 0 1 auto; min-block-size: 0; overflow: hidden; transition: block-size ${motion.height}ms ${spring} }
.stage::before { content: ''; position: absolute; z-index: 1; inset: 0 0 auto; block-size: 1px; background: var(--lk-line); opacity: 0; transition: opacity 120ms }
.stage[data-above]::before { opacity: 1 }
.layer { position: absolute; inset: 0; overflow: hidden auto; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-color: var(--lk-surface-2) transparent; --fade: 0px; mask-image: linear-gradient(#000 calc(100% - var(--fade)), #0000) }
.stage:not([style]) .layer { position: static }
.layer[data-below] { --fade: 24px }
.stage[data-moving] .layer { overflow: hidden; --fade: 0px }
.content { padding: 4px 20px 20px }
.layer[data-direction=next] { --from: 12px }
.layer[data-direction=prev] { --from: -12px }
.layer[data-direction=next]:dir(rtl) { --from: -12px }
.layer[data-direction=prev]:dir(rtl) { --from: 12px }
.layer[data-entering] { animation: enter ${motion.view}ms ease-out }
.layer[inert] { animation: leave ${motion.view}ms ease-in both; pointer-events: none }
@keyframes enter { from { opacity: 0; transform: translateX(var(--from, 0)) } }
@keyframes leave { to { opacity: 0; transform: translateX(calc(var(--from, 0px)*-1)) } }

.toaster { position: absolute; z-index: 2; inset: 8px 52px auto; display: grid; justify-items: center; pointer-events: none }
.toast {
  display: flex; align-items: center; gap: 8px; padding: 10px 16px 10px 12px; border-radius: 22px; pointer-events: auto;
  background: var(--lk-text-1); color: var(--lk-surface-0); font-weight: 500; overflow-wrap: anywhere; box-shadow: 0 4px 16px rgb(0 0 0/20%);
  animation: drop ${motion.card}ms ${spring};
}
@keyframes drop { from { opacity: 0; transform: translateY(-8px) } }
.toast-success .icon { color: color-mix(in oklab, var(--lk-good), var(--lk-surface-0) 35%) }
.toast-error .icon { color: color-mix(in oklab, var(--lk-bad), var(--lk-surface-0) 35%) }

@media (max-width: 430px) {
  .overlay { padding: 0 }
  .overlay:is([open], [data-phase=prerendering]) { place-items: end stretch }
  .overlay .card { inline-size: 100%; max-block-size: 92dvh; border-end-start-radius: 0; border-end-end-radius: 0; padding-block-end: env(safe-area-inset-bottom); animation: slide-in ${motion.sheet}ms ${spring} both }
  .overlay[data-phase=closing] .card { animation: slide-out ${motion.card}ms ease-in both }
  .overlay .card[data-dragging], .overlay .card[data-settling] { animation: none; transform: translateY(var(--drag, 0px)) }
  .overlay .card[data-settling] { transition: transform ${motion.card}ms ${spring} }
  .overlay[data-phase=closing] .card[data-settling] { animation: slide-out ${motion.card}ms ease-in both }
  .overlay .header { touch-action: none; cursor: grab; padding-block-start: 10px }
  .grabber { display: block; position: absolute; inset-block-start: 6px; inset-inline: 0; margin-inline: auto; inline-size: 36px; block-size: 4px; border-radius: 2px; background: var(--lk-text-3); opacity: .4 }
  .overlay[data-fullscreen] .card { block-size: 100dvh; max-block-size: 100dvh; border-radius: 0; padding-block-start: env(safe-area-inset-top) }
  .overlay[data-fullscreen] .stage { flex: 1 }
  .overlay[data-fullscreen] .grabber { display: none }
  .content { padding-inline: 16px }
}
@keyframes slide-in { from { transform: translateY(100%) } }
@keyframes slide-out { to { transform: translateY(100%) } }
@media (prefers-reduced-motion: reduce) {
  .stage, .card, .button, .row { transition: none !important }
  .button:active, .row:active, .icon-button:active { transform: none !important }
  .overlay .card, .layer[data-entering], .toast { animation: appear ${motion.reduced}ms both !important }
  .overlay[data-phase=closing] .card, .layer[inert] { animation: vanish ${motion.reduced}ms both !important }
}
@media (forced-colors: active) { .card, .toast { border: 1px solid CanvasText } .stage::before { background: CanvasText } }
`
