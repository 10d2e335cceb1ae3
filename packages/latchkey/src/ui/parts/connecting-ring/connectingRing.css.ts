export const connectingRingCss = `
.ring { position: relative; display: grid; place-items: center; inline-size: 96px; block-size: 96px; margin-inline: auto }
.ring .picture { border-radius: calc(var(--lk-radius)*4.5) }
.ring .picture-round { border-radius: 50% }
.ring-line { position: absolute; inset: 0; fill: none; stroke-width: 2.5; stroke-linecap: round }
.ring-track { stroke: var(--lk-surface-2) }
.ring-run { stroke: var(--lk-accent-text); stroke-dasharray: 22 78; animation: ring-run 1.6s linear infinite }
@keyframes ring-run { from { stroke-dashoffset: 100 } }
.ring-declined, .ring-error { animation: shake 400ms 60ms }
.ring:is(.ring-declined, .ring-error, .ring-success) .ring-run { stroke: var(--lk-bad); stroke-dasharray: none; animation: appear 200ms }
.ring.ring-success .ring-run { stroke: var(--lk-good) }
.ring-mark {
  position: absolute; inset-block-end: -2px; inset-inline-end: -2px;
  display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 50%;
  background: var(--lk-bad); color: var(--lk-surface-0); box-shadow: 0 0 0 3px var(--lk-surface-0);
  animation: appear 200ms;
}
.ring-mark path { stroke-width: 2.25 }
.ring-success .ring-mark { background: var(--lk-good) }
.ring-success .ring-mark path { stroke-dasharray: 24; animation: draw 320ms 80ms both }
@media (prefers-reduced-motion: reduce) {
  .ring-run { stroke-dasharray: none; animation: pulse 2s infinite }
  .ring-declined, .ring-error, .ring-success .ring-mark path { animation: none }
}
@media (forced-colors: active) { .ring-run { stroke: Highlight } .ring-track { stroke: GrayText } .ring-mark { border: 1px solid } }
`
