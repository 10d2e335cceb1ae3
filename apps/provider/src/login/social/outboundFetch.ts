import type { Outbound } from '../../outbound/createOutbound.js'

const maxResponseBytes = 262_144
/** Statuses whose answers hold nothing, which `Response` insists on. */
const emptyStatuses = new Set([204, 205, 304])

type FetchOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The guarded way to the outside, in the shape the OAuth library asks by. Redirects are not followed. */
export function createOutboundFetch(outbound: Outbound, signal: AbortSignal) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const response = await outbound.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      // Some providers require a user agent.
      headers: { ...headers, 'user-agent': 'Latchkey' },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      limitBytes: maxResponseBytes,
      signal,
    })
    const content = emptyStatuses.has(response.status) ? null : response.bytes
    return new Response(content, { status: response.status, headers: response.headers })
  }
}
