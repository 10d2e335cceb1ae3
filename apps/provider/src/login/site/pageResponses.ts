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

export async function handlePage(page: SitePage, serving: SiteRequest): Promise<PageResponse> {
  const { raw, params, url, network } = serving
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
      return serving.signal
    },
  })
}

export function toPageResponse(place: SiteContext, answer: PageResponse): Response {
  const nonce = createNonce()
  const headers = new Headers(windowHeaders(place, nonce))
  for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
  if ('redirect' in answer) {
    headers.set('location', answer.redirect)
    return new Response('', { status: answer.status ?? 303, headers })
  }
  if ('json' in answer) {
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(answer.json), { status: answer.status ?? 200, headers })
  }
  const body = 'blank' in answer ? renderBlank(answer.blank) : renderPage(answer.document, nonce)
  return new Response(body, { status: answer.status ?? 200, headers })
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
