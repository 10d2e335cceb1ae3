import type { Outbound } from '../../outbound/createOutbound.js'

const LARGEST_ANSWER = 262_144
/** Statuses whose answers hold nothing, which `Response` insists on. */
const EMPTY = new Set([204, 205, 304])

type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The guarded way to the outside, in the shape the OAuth library asks by. Redirects are not followed. */
export function outboundFetch(outbound: Outbound, signal: AbortSignal) {
  return async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    const answer = await outbound.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      // Some providers require a user agent.
      headers: { ...headers, 'user-agent': 'Latchkey' },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      limitBytes: LARGEST_ANSWER,
      signal,
    })
    const content = EMPTY.has(answer.status) ? null : answer.bytes
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
}
