import { readBody } from '../../http/readBody.js'
import type { HttpResponse } from '../../http/response.js'
import { createNonce, type SiteContext, windowHeaders } from './siteHeaders.js'
import { siteIcons } from './siteIcons.js'
import type { SiteRequest } from './sitePage.js'
import {
  escapeHtml,
  type PageDocument,
  type PageResponse,
  renderBlank,
  renderPage,
  type SitePage,
} from './sitePage.js'

const maxFormBytes = 16_384

export async function handlePage(page: SitePage, request: SiteRequest): Promise<PageResponse> {
  const { raw, params, url, network } = request
  const body = page.method === 'POST' ? await readBody(raw, page.bodyLimit ?? maxFormBytes) : ''
  const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(
    raw.headers.get('content-type') ?? '',
  )
  return page.handle({
    params,
    query: url.searchParams,
    headers: raw.headers,
    form: new URLSearchParams(isForm ? body : ''),
    cookies: parseCookies(raw.headers),
    network,
    get signal() {
      return request.signal
    },
  })
}

export function toPageResponse(site: SiteContext, page: PageResponse): Response {
  const nonce = createNonce()
  const headers = new Headers(windowHeaders(site, nonce))
  for (const cookie of page.cookies ?? []) headers.append('set-cookie', cookie)
  if ('redirect' in page) {
    headers.set('location', page.redirect)
    return new Response('', { status: page.status ?? 303, headers })
  }
  if ('json' in page) {
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(page.json), { status: page.status ?? 200, headers })
  }
  const body = 'blank' in page ? renderBlank(page.blank) : renderPage(page.document, nonce)
  return new Response(body, { status: page.status ?? 200, headers })
}

/** The page a person sees after an error. */
export function toFailurePage({ status, body }: HttpResponse): PageResponse {
  const { reasons } = JSON.parse(String(body)) as { reasons: { description: string }[] }
  return { status, document: createFailureDocument(reasons[0]?.description ?? '') }
}

export function createFailureDocument(text: string): PageDocument {
  return {
    title: 'This did not work',
    body: `${siteIcons.error}<h1>This did not work</h1><p>${escapeHtml(text)}</p><p class="quiet">You can close this window.</p>`,
  }
}

function parseCookies(headers: Headers): ReadonlyMap<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}
