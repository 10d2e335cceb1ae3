/** A page of the login site that stands in a window of its own, such as the way to a provider. */
export interface SitePage {
  /** Names it in logs. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** `:name` stands for a parameter. */
  readonly path: string
  /** Largest form taken, in bytes; a GET takes none. */
  readonly bodyLimit?: number
  answer(request: PageRequest): Promise<PageAnswer>
}

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The fields of a form sent as `application/x-www-form-urlencoded`, or none. */
  readonly form: URLSearchParams
  readonly cookies: ReadonlyMap<string, string>
  readonly network: string | undefined
  readonly signal: AbortSignal
}

export type PageAnswer = {
  readonly status?: number
  /** Whole lines of `Set-Cookie`. */
  readonly cookies?: readonly string[]
} & (
  | { readonly document: PageDocument }
  /** An empty page of this title, which the frame draws into. */
  | { readonly blank: string }
  /** Somewhere else, by GET. */
  | { readonly redirect: string }
)

/** What stands in the page. Only `body` is markup; the rest is made safe where it is used. */
export interface PageDocument {
  readonly title: string
  /** Markup of our own; put what others wrote through `escapeHtml`. */
  readonly body: string
  /** Rules of this page besides those of every page. */
  readonly style?: string
  /** A script of our own, run under the page's nonce. */
  readonly script?: string
  /** Read by the script as `JSON.parse(document.getElementById('data').textContent)`. */
  readonly data?: unknown
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** JSON that cannot end the script element it stands in. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: #f4f4f5; color: #18181b; }
main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 2rem; border-radius: 1.25rem; background: #fff; text-align: center; box-shadow: 0 1px 3px #0002; }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
h1:focus { outline: none; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; text-wrap: balance; }
p:last-child { margin-bottom: 0; }
.quiet { color: #63636d; font-size: .875rem; }
input { box-sizing: border-box; width: 7rem; min-height: 4.5rem; border: 1px solid #8a8b92; border-radius: .75rem; background: transparent; color: inherit; font: inherit; text-align: center; text-indent: .1em; }
input:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 2px; }
.wrong { color: #c22b3a; }
.wrong:empty { display: none; }
.number { font-size: 3rem; font-weight: 600; letter-spacing: .1em; line-height: 1.2; }
button { box-sizing: border-box; width: 100%; min-height: 3rem; margin-top: .5rem; border: 1px solid #d4d4d8; border-radius: .75rem; background: transparent; color: inherit; font: inherit; font-weight: 500; cursor: pointer; }
button.main { border-color: transparent; background: #1d4ed8; color: #fff; }
button:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 2px; }
button:disabled { opacity: .6; cursor: default; }
[hidden] { display: none; }
@media (prefers-color-scheme: dark) {
  body { background: #111113; color: #f4f4f5; }
  main { background: #1c1c1f; }
  .quiet { color: #a1a1aa; }
  button { border-color: #3f3f46; }
  button:focus-visible, input:focus-visible { outline-color: #93b4ff; }
  .wrong { color: #ff7b85; }
}
`

/** The whole page; the nonce is of this answer alone. */
export function renderPage(
  { title, body, style = '', script, data }: PageDocument,
  nonce: string,
): string {
  const dataElement =
    data === undefined
      ? ''
      : `<script id="data" type="application/json" nonce="${nonce}">${jsonForScript(data)}</script>`
  const scriptElement =
    script === undefined ? '' : `<script type="module" nonce="${nonce}">${script}</script>`
  return htmlOf({
    head: `${headOf(title)}<style nonce="${nonce}">${STYLE}${style}</style>\n`,
    body: `<main>${body}</main>\n${dataElement}${scriptElement}`,
  })
}

export function renderBlank(title: string): string {
  return htmlOf({ head: headOf(title), body: '' })
}

function headOf(title: string): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
`
}

function htmlOf({ head, body }: { readonly head: string; readonly body: string }): string {
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}</head>\n<body>${body}</body>\n</html>\n`
}
