import { html, raw } from 'hono/html'
import { localPeople } from './people.js'

type Markup = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark; --back: #eef0f4; --card: #fff; --text: #16181d; --quiet: #5d6472; --line: #dfe2e8; --soft: #f5f6f9; --accent: #3453d1; --on-accent: #fff; --tag: #8a5a00; --tag-back: #fff3d6; }
@media (prefers-color-scheme: dark) { :root { --back: #101216; --card: #1a1d23; --text: #f1f3f7; --quiet: #a3abba; --line: #323741; --soft: #22262e; --accent: #9db2ff; --on-accent: #10131c; --tag: #ffd48a; --tag-back: #3a2d10; } }
* { box-sizing: border-box; }
body { display: grid; min-height: 100vh; margin: 0; padding: 16px; place-items: center; background: var(--back); color: var(--text); font: 16px/1.45 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 28px; border-radius: 20px; background: var(--card); box-shadow: 0 1px 2px #0001, 0 12px 40px #00000012; }
.tag { display: inline-block; padding: 3px 10px; border-radius: 99px; background: var(--tag-back); color: var(--tag); font-size: 13px; font-weight: 600; }
h1 { margin: 14px 0 4px; font-size: 22px; line-height: 1.25; }
p { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.people { display: grid; gap: 8px; margin: 20px 0; }
button { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.person { display: flex; gap: 12px; align-items: center; width: 100%; padding: 10px 12px; border: 1px solid var(--line); border-radius: 14px; background: none; text-align: start; }
.person:hover { background: var(--soft); }
.initials { display: grid; flex: none; width: 40px; height: 40px; border-radius: 50%; background: var(--soft); place-items: center; font-size: 14px; font-weight: 600; }
.person:hover .initials { background: var(--line); }
.person strong, .person small { display: block; }
.person small { color: var(--quiet); font-size: 14px; }
.or { display: flex; gap: 12px; align-items: center; color: var(--quiet); font-size: 14px; }
.or::before, .or::after { flex: 1; height: 1px; background: var(--line); content: ""; }
label { display: block; margin-top: 12px; color: var(--quiet); font-size: 14px; }
input:not([type=checkbox]) { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 0 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--soft); color: var(--text); font: inherit; }
label.check { display: flex; gap: 8px; align-items: center; }
.actions { display: grid; grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); gap: 8px; margin-top: 20px; }
.actions button { min-height: 46px; border: 1px solid var(--line); border-radius: 12px; background: none; font-weight: 600; }
.actions .main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
`

/** A page of the local identity server. Every page says that it is not the real provider. */
export function localPage(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body><main><span class="tag">Local stand-in</span><h1>${title}</h1>${body}</main></body>
</html>`
}

/** The choice of a person. Each choice is its own form, so it works without JavaScript. */
export function signInPage({
  provider,
  audience,
  request,
}: {
  readonly provider: string
  /** The client's name. */
  readonly audience: string
  /** The id of the pending request. */
  readonly request: string
}): Markup {
  const people = localPeople.map(
    ({ name, email, isVerified }) => html`<form method="post">
      <input type="hidden" name="request" value="${request}">
      <input type="hidden" name="name" value="${name}">
      <input type="hidden" name="email" value="${email}">
      ${isVerified ? html`<input type="hidden" name="verified" value="yes">` : ''}
      <button class="person" name="answer" value="allow">
        <span class="initials" aria-hidden="true">${initials(name)}</span>
        <span><strong>${name}</strong><small>${email}${isVerified ? '' : ', unverified'}</small></span>
      </button>
    </form>`,
  )
  return localPage(
    `Sign in with ${provider}`,
    html`<p>to go on to ${audience}</p>
      <div class="people">${people}</div>
      <div class="or">or someone else</div>
      <form method="post">
        <input type="hidden" name="request" value="${request}">
        <label>Email<input type="email" name="email" autocomplete="off" required></label>
        <label>Name<input name="name" autocomplete="off" maxlength="60"></label>
        <label class="check"><input type="checkbox" name="verified" value="yes" checked> The address is verified</label>
        <div class="actions">
          <button name="answer" value="deny" formnovalidate>Cancel</button>
          <button class="main" name="answer" value="allow">Continue</button>
        </div>
      </form>`,
  )
}

/** Apple responds with a form that the browser submits automatically. */
export function formPostPage(action: string, fields: URLSearchParams): Markup {
  const inputs = [...fields].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return localPage(
    'Going back',
    html`<form method="post" action="${action}">${inputs}
      <p>Press the button if nothing happens.</p>
      <div class="actions"><button class="main">Continue</button></div>
    </form><script>document.forms[0].submit()</script>`,
  )
}

export function noticePage(title: string, text: string): Markup {
  return localPage(title, html`<p>${text}</p>`)
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2)
}
