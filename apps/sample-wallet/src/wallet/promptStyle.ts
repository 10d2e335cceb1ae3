/** A string, because the wallet is one classic script and strict pages allow only constructed stylesheets. */
export const promptStyle = `
:host {
  color-scheme: light dark;
  --surface-0: light-dark(#ffffff, #141416);
  --surface-1: light-dark(#f5f5f6, #1c1c1f);
  --surface-2: light-dark(#ececee, #26262a);
  --line: light-dark(rgb(0 0 0 / 8%), rgb(255 255 255 / 9%));
  --text-1: light-dark(#131316, #f4f4f5);
  --text-2: light-dark(#55565c, #b0b1b8);
  --accent: light-dark(#2f5bea, #7aa2ff);
  --on-accent: light-dark(#ffffff, #0b1020);
  --warn: light-dark(#8a5a00, #e2a336);
}
dialog {
  position: fixed;
  inset: 16px 16px auto auto;
  box-sizing: border-box;
  width: min(360px, calc(100vw - 32px));
  max-height: min(640px, calc(100dvh - 32px));
  margin: 0;
  padding: 20px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 24px;
  background: var(--surface-0);
  color: var(--text-1);
  font: 400 14px/20px system-ui, sans-serif;
  box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 40px rgb(0 0 0 / 16%);
  animation: rise 220ms cubic-bezier(.2, .9, .25, 1);
}
dialog::backdrop { background: light-dark(rgb(10 10 14 / 20%), rgb(0 0 0 / 40%)); }
.wallet { display: grid; grid-template-columns: 28px 1fr auto; gap: 10px; align-items: center; }
.wallet img { border-radius: 8px; }
.wallet strong { font-weight: 500; }
.wallet span { color: var(--text-2); font-size: 12px; overflow-wrap: anywhere; }
h2 { margin: 20px 0 4px; font: 600 20px/28px system-ui, sans-serif; }
h3 { margin: 16px 0 6px; font: 500 12px/16px system-ui, sans-serif; color: var(--text-2); }
p { margin: 0; color: var(--text-2); }
.amount {
  margin-top: 12px;
  color: var(--text-1);
  font: 600 24px/32px system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.warning {
  display: grid;
  gap: 2px;
  margin-top: 16px;
  padding: 12px 14px;
  border-radius: 14px;
  background: color-mix(in srgb, var(--warn) 12%, var(--surface-0));
}
.warning strong { color: var(--warn); font-weight: 600; }
pre {
  max-height: 160px;
  margin: 0;
  padding: 12px 14px;
  overflow: auto;
  border-radius: 14px;
  background: var(--surface-1);
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.code { font-family: ui-monospace, monospace; font-size: 13px; }
dl { margin: 16px 0 0; padding: 4px 14px; border-radius: 14px; background: var(--surface-1); }
.field { display: grid; grid-template-columns: minmax(72px, auto) 1fr; gap: 12px; padding: 8px 0; }
.field + .field { border-top: 1px solid var(--line); }
dt { color: var(--text-2); }
dd { margin: 0; justify-self: end; text-align: end; overflow-wrap: anywhere; }
dd.code { max-width: 26ch; text-align: start; }
.actions {
  position: sticky;
  bottom: -20px;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
  margin: 8px -20px -20px;
  padding: 12px 20px 20px;
  background: var(--surface-0);
}
button {
  min-height: 44px;
  padding: 0 16px;
  border: 0;
  border-radius: 14px;
  font: 500 16px/24px system-ui, sans-serif;
  cursor: pointer;
}
button:active { transform: scale(.985); }
button:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.plain { background: var(--surface-1); color: var(--text-1); }
.plain:hover { background: var(--surface-2); }
.accent { background: var(--accent); color: var(--on-accent); }
.accent:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text-1)); }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
@media (max-width: 480px) {
  dialog { inset: auto 0 0; width: 100vw; max-width: none; border-radius: 24px 24px 0 0; padding-bottom: max(20px, env(safe-area-inset-bottom)); }
}
@media (prefers-reduced-motion: reduce) { dialog { animation: none; } button:active { transform: none; } }
`
