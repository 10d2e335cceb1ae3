import type { Outbound } from '../../outbound/createOutbound.js'

const maxResponseBytes = 262_144
/** `Response` allows no body for these statuses. */
const emptyStatuses = new Set([204, 205, 304])

type FetchOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** `fetch` for the OAuth library, over the guarded outbound client. Redirects are not followed. */
export function createOutboundFetch(outbound: Outbound, signal: AbortSignal) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const response = await outbound.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      // Some providers require a user agent.
      headers: { ...headers, 'user-agent': 'Latchkey' },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      maxBytes: maxResponseBytes,
      signal,
    })
    const content = emptyStatuses.has(response.status) ? null : response.bytes
    return new Response(content, { status: response.status, headers: response.headers })
  }
}
