import { safeParseJson } from '@latchkey/wire/json'
import { unreachable } from './timeout.js'

/** Fetches a response and its JSON. Rejects with the signal's reason or as `unreachable`. */
export async function fetchJson(
  fetch: typeof globalThis.fetch,
  address: string | URL,
  request: RequestInit & { readonly signal: AbortSignal },
  sizeLimit: number,
): Promise<{ readonly response: Response; readonly body: unknown }> {
  try {
    const response = await fetch(address, {
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      ...request,
    })
    return { response, body: await readJson(response, sizeLimit) }
  } catch (cause) {
    request.signal.throwIfAborted()
    throw unreachable(cause)
  }
}

/**
 * The JSON of a response; undefined if it has none or is longer than `limit` bytes. Read as a whole:
 * browser tools show a body read in pieces as cancelled.
 */
async function readJson(response: Response, limit: number): Promise<unknown> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    return undefined
  }
  const text = await response.text()
  return text.length > limit ? undefined : safeParseJson(text)
}
