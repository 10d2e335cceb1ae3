import { accents, palettes } from '@latchkey/wire/frame/palette'

const renderTokens = (mode: keyof typeof palettes) =>
  Object.entries({ ...palettes[mode], accent: accents[mode] })
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')

/** CSS of every page in its own window, in the colours and sizes of the frame. */
export const siteStyle = `
:root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif; ${renderTokens('light')}; --page: #f0f0f2; --on-accent: #fff; }
body { display: grid; place-items: center; min-height: 100vh; min-height: 100dvh; margin: 0; background: var(--page); color: var(--text-1); -webkit-font-smoothing: antialiased; }
main { box-sizing: border-box; width: min(380px, 100vw - 32px); margin-block: 16px; padding: 32px 24px 24px; border-radius: 24px; background: var(--surface-0); text-align: center; box-shadow: 0 1px 2px rgb(0 0 0/6%), 0 12px 40px rgb(0 0 0/10%); }
h1 { margin: 0 0 8px; font-size: 20px; font-weight: 600; line-height: 28px; letter-spacing: -.01em; text-wrap: balance; }
h1:focus { outline: none; }
p { margin: 0 0 16px; color: var(--text-2); overflow-wrap: anywhere; text-wrap: balance; }
p:last-child { margin-bottom: 0; }
strong { color: var(--text-1); font-weight: 600; }
.quiet { font-size: 14px; line-height: 20px; }
input { box-sizing: border-box; width: 112px; min-height: 72px; border: 0; border-radius: 14px; background: var(--surface-1); box-shadow: inset 0 0 0 1px var(--text-3); color: var(--text-1); font: inherit; text-align: center; text-indent: .1em; }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: 0; box-shadow: none; }
.sign { display: grid; place-items: center; width: 72px; height: 72px; margin: 0 auto 16px; border-radius: 20px; background: color-mix(in srgb, var(--tone) 12%, transparent); color: var(--tone); }
.good { --tone: var(--good); }
.bad { --tone: var(--bad); }
.plain { --tone: var(--text-2); }
.wrong { color: var(--bad); font-weight: 500; }
.wrong:empty { display: none; }
.number { font-size: 40px; font-weight: 600; letter-spacing: .1em; line-height: 1.2; font-variant-numeric: tabular-nums; }
button { box-sizing: border-box; width: 100%; min-height: 48px; margin-top: 8px; padding: 8px 20px; border: 0; border-radius: 14px; background: var(--surface-1); color: var(--text-1); font: inherit; font-weight: 550; cursor: pointer; transition: transform 80ms; }
button.main { background: var(--accent); color: var(--on-accent); }
button:active { transform: scale(.985); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button:disabled { opacity: .5; cursor: default; transform: none; }
[hidden] { display: none; }
@media (hover: hover) {
  button:hover:enabled { background: var(--surface-2); }
  button.main:hover:enabled { background: color-mix(in srgb, var(--accent) 90%, var(--text-1)); }
}
@media (prefers-color-scheme: dark) {
  :root { ${renderTokens('dark')}; --page: #0c0c0e; --on-accent: #000; }
  main { box-shadow: 0 0 0 1px var(--line), 0 16px 48px rgb(0 0 0/60%); }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
@media (forced-colors: active) { main, input, button, .sign { border: 1px solid; } }
`
