import type { Endpoint } from '@latchkey/wire/http/endpoint'
import { failure } from '@latchkey/wire/http/failure'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import * as limits from '../../core/runtime/limits.js'
import { safeParse } from '../../core/runtime/safeParse.js'

/** What an endpoint promises, read from its answer; throws a `ProviderError` for anything else. */
export async function readAnswer(
  endpoint: Endpoint,
  response: Response,
  now: number,
): Promise<unknown> {
  if (!response.ok) throw await failureOf(response, now)
  if (endpoint.caching === 'image') {
    const type = response.headers.get('content-type') ?? ''
    return new Blob([await readBytes(response)], { type })
  }
  if (!endpoint.response) {
    await response.body?.cancel()
    return undefined
  }
  const answer = safeParse(endpoint.response, parseJson(await readBytes(response)))
  if (!answer) throw new ProviderError('malformed', { status: response.status })
  return answer.value
}

async function failureOf(response: Response, now: number): Promise<ProviderError> {
  const { status } = response
  const reasons = safeParse(failure, await failureBody(response))?.value.reasons
  const retryAfter = waitAsked(response.headers.get('retry-after'), now)
  const fault = status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'refused'
  return new ProviderError(fault, { status, reasons, retryAfter })
}

/** A failure without readable reasons is still that failure. */
async function failureBody(response: Response): Promise<unknown> {
  try {
    return parseJson(await readBytes(response))
  } catch {
    return undefined
  }
}

/** `Retry-After` counts seconds or names a moment. */
function waitAsked(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > limits.providerAnswerSize) {
      await reader?.cancel()
      throw new ProviderError('malformed', { status: response.status })
    }
    parts.push(part.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new ProviderError('malformed', { cause })
  }
}
