import type { Answer } from '../../http/answer.js'
import { readBody } from '../../http/readBody.js'
import { newNonce, type SitePlace, windowHeaders } from './headers.js'
import type { Serving } from './serving.js'
import {
  escapeHtml,
  type PageAnswer,
  type PageDocument,
  renderBlank,
  renderPage,
  type SitePage,
} from './sitePage.js'
import { siteSigns } from './siteSigns.js'

const FORM_LIMIT = 16_384

export async function answerPage(page: SitePage, serving: Serving): Promise<PageAnswer> {
  const { raw, params, url, network } = serving
  const body = page.method === 'POST' ? await readBody(raw, page.bodyLimit ?? FORM_LIMIT) : ''
  const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(
    raw.headers.get('content-type') ?? '',
  )
  return page.answer({
    params,
    query: url.searchParams,
    headers: raw.headers,
    form: new URLSearchParams(isForm ? body : ''),
    cookies: cookiesOf(raw.headers),
    network,
    get signal() {
      return serving.signal
    },
  })
}

export function pageResponse(place: SitePlace, answer: PageAnswer): Response {
  const nonce = newNonce()
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

/** What a person sees of a page that could not be answered. */
export function failedPage({ status, body }: Answer): PageAnswer {
  const { reasons } = JSON.parse(String(body)) as { reasons: { description: string }[] }
  return { status, document: failureDocument(reasons[0]?.description ?? '') }
}

export function failureDocument(text: string): PageDocument {
  return {
    title: 'This did not work',
    body: `${siteSigns.bad}<h1>This did not work</h1><p>${escapeHtml(text)}</p><p class="quiet">You can close this window.</p>`,
  }
}

function cookiesOf(headers: Headers): ReadonlyMap<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}
