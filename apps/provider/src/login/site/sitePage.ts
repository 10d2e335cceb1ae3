import { siteStyle } from './siteStyle.js'

/** A page of the login site in its own window, such as the redirect to a provider. */
export type SitePage = {
  /** Its name in logs and metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** `:name` is a parameter. */
  readonly path: string
  /** Largest accepted form, in bytes. */
  readonly bodyLimit?: number
  handle(request: PageRequest): Promise<PageResponse>
}

export type PageRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The fields of a form; empty for other content types. */
  readonly form: URLSearchParams
  readonly cookies: ReadonlyMap<string, string>
  readonly network: string | undefined
  readonly signal: AbortSignal
}

export type PageResponse = {
  readonly status?: number
  /** Whole lines of `Set-Cookie`. */
  readonly cookies?: readonly string[]
} & (
  | { readonly document: PageDocument }
  /** An empty page with this title, which the frame renders into. */
  | { readonly blank: string }
  /** For the page's own script. */
  | { readonly json: Readonly<Record<string, unknown>> }
  /** Redirects with GET. */
  | { readonly redirect: string }
)

/** The page's content. Only `body` is HTML; the rest is escaped. */
export type PageDocument = {
  readonly title: string
  /** HTML. Pass foreign text through `escapeHtml`. */
  readonly body: string
  /** Additional CSS of this page. */
  readonly style?: string
  /** Runs under the page's nonce. */
  readonly script?: string
  /** Read by the script as `JSON.parse(document.getElementById('data').textContent)`. */
  readonly data?: unknown
}

/** A request to the site while it is handled. */
export type SiteRequest = {
  readonly raw: Request
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly network: string | undefined
  readonly signal: AbortSignal
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** JSON that cannot close the script element around it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The whole page. The nonce must be new for each response. */
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
  return renderHtml({
    head: `${renderHead(title)}<style nonce="${nonce}">${siteStyle}${style}</style>\n`,
    body: `<main>${body}</main>\n${dataElement}${scriptElement}`,
  })
}

export function renderBlank(title: string): string {
  return renderHtml({ head: renderHead(title), body: '' })
}

function renderHead(title: string): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
`
}

function renderHtml({ head, body }: { readonly head: string; readonly body: string }): string {
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}</head>\n<body>${body}</body>\n</html>\n`
}
