import type { Endpoint } from '@latchkey/wire/http/endpoint'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { failure } from '@latchkey/wire/http/failure'
import type { Config, ProviderUrls } from '../../core/config/options.js'
import type { ChainFamily } from '../../core/connection/family.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import * as limits from '../../core/runtime/limits.js'
import type { CallOptions, Ports, ProviderPort } from '../../core/runtime/ports.js'
import { randomUuid } from '../../core/runtime/randomId.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'

/** The version in the package's manifest; a test keeps them alike. */
export const sdkVersion = '0.1.0'

export type CreateProviderParameters = {
  readonly config: Pick<Config, 'projectId' | 'providerUrl' | 'providerUrls'>
  readonly families: readonly Pick<ChainFamily, 'namespace'>[]
  readonly framework: string
  readonly clock: Ports['clock']
  /** Between 0 and 1, so that many pages do not come back at the same moment. */
  readonly random?: () => number
}

/** Calls endpoints as their data says: one bound over all tries, checked answers, typed errors. */
export function createProvider({
  config,
  families,
  framework,
  clock,
  random = Math.random,
}: CreateProviderParameters): ProviderPort {
  const origin: Origin = {
    urls: config.providerUrls,
    url: config.providerUrl ?? '',
    identity: {
      projectId: config.projectId ?? '',
      st: 'latchkey',
      sv: `${framework}-${families.map(({ namespace }) => namespace).join(',')}-${sdkVersion}`,
    },
  }

  async function ask(
    endpoint: Endpoint,
    input: object,
    { key, isLast, signal }: { key: string | undefined; isLast: boolean; signal: AbortSignal },
  ): Promise<unknown> {
    const body = bodyOf(endpoint, input)
    const headers: Record<string, string> = {}
    // Plain text needs no question ahead, for which a page on its way out has no time.
    if (body !== undefined && !isLast) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    try {
      const response = await fetch(addressOf(origin, endpoint, input), {
        method: endpoint.method,
        signal,
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        headers,
        ...(body !== undefined && { body }),
        ...(isLast && { keepalive: true }),
      })
      return await readAnswer(endpoint, response, clock.now())
    } catch (cause) {
      signal.throwIfAborted()
      throw cause instanceof ProviderError ? cause : new ProviderError('unreachable', { cause })
    }
  }

  /** How long to wait before another try; undefined when another would help nobody. */
  function pauseAfter(endpoint: Endpoint, error: unknown, tries: number): number | undefined {
    if (!(error instanceof ProviderError) || tries > limits.providerRetries) return undefined
    const isPassing = endpoint.changes ? isUndecided(error) : PASSING.includes(error.code)
    if (!isPassing) return undefined
    const pause = limits.providerRetryPause * 2 ** (tries - 1) * (0.5 + random())
    return Math.max(pause, error.retryAfter ?? 0)
  }

  async function call(
    endpoint: Endpoint,
    input: object,
    { signal, isLast = false }: CallOptions = {},
  ): Promise<unknown> {
    // The same for every try: whatever was changed by one whose answer was lost is not changed again.
    const key = endpoint.changes && randomUuid()
    const end = clock.now() + limits.httpTimeout
    const late = () => new ProviderError('timeout')
    return withTimeout(clock, { limit: limits.httpTimeout, late, signal }, async (ending) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await ask(endpoint, input, { key, isLast, signal: ending })
        } catch (error) {
          const pause = pauseAfter(endpoint, error, tries)
          if (isLast || ending.aborted || pause === undefined || clock.now() + pause >= end)
            throw error
          await clock.sleep(pause, ending)
        }
      }
    })
  }

  return {
    call: call as ProviderPort['call'],
    addressOf: async (endpoint, input) => addressOf(origin, endpoint, input as object),
    preloadImages: (addresses) => preloadImages(addresses, clock),
    beforeLeaving,
  }
}

const PASSING: readonly string[] = [
  'provider/unreachable',
  'provider/server-error',
  'provider/rate-limited',
]

/** Nobody said whether it was done, or the first try of it is still under way. */
function isUndecided({ code, status, retryAfter }: ProviderError): boolean {
  return code === 'provider/unreachable' || (status === 409 && retryAfter !== undefined)
}

/**
 * A page that is hidden may never be shown again, and is not told when it ends; one that is left at
 * once is not hidden first in every browser.
 */
async function beforeLeaving(run: () => void, signal: AbortSignal): Promise<void> {
  if (typeof document === 'undefined') return
  const hidden = () => {
    if (document.visibilityState === 'hidden') run()
  }
  document.addEventListener('visibilitychange', hidden, { signal })
  window.addEventListener('pagehide', run, { signal })
}

/** Lets the browser fetch images ahead, so that they are there when they are shown. */
async function preloadImages(addresses: readonly string[], clock: Ports['clock']): Promise<void> {
  if (typeof Image === 'undefined') return
  const done = new AbortController()
  const loads = addresses.map((address) => {
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.src = address
    return new Promise<unknown>((resolve) => {
      image.onload = resolve
      image.onerror = resolve // shown without
    })
  })
  const waited = clock.sleep(limits.imageWait, done.signal).catch(() => undefined)
  await Promise.race([Promise.all(loads), waited])
  done.abort()
}

/** Where a provider is, and what every call tells about its caller. */
type Origin = {
  readonly url: string
  /** Roles that live elsewhere. */
  readonly urls: ProviderUrls
  readonly identity: Readonly<Record<string, string>>
}

type Given = Readonly<Record<string, unknown>>

/** The whole address of a call. Fields without a value are left out. */
function addressOf({ url, urls, identity }: Origin, endpoint: Endpoint, input: object) {
  const base = urls[roleOf(endpoint)] ?? url
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => segment((input as Given)[name]))
  const address = new URL(base.replace(/\/*$/, path))
  const fields = { ...identity, ...pick(endpoint.query, input) }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '') {
      address.searchParams.set(name, String(value))
    }
  }
  return address.href
}

function bodyOf(endpoint: Endpoint, input: object): string | undefined {
  if (endpoint.items) return JSON.stringify((input as Given).items)
  return endpoint.body && JSON.stringify(pick(endpoint.body, input))
}

function roleOf({ path }: Endpoint): keyof ProviderUrls {
  if (path.startsWith('/v1/')) return 'chain'
  return path === '/e' || path === '/batch' ? 'analytics' : 'wallets'
}

/** A value that would walk up the path instead of naming something is nobody's id. */
function segment(value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new ProviderError('refused')
  return encodeURIComponent(text)
}

function pick(fields: Endpoint['query'], input: object): Given {
  const names = Object.keys(fields?.entries ?? {})
  return Object.fromEntries(names.map((name) => [name, (input as Given)[name]]))
}

/** What an endpoint promises, read from its answer; throws a `ProviderError` for anything else. */
async function readAnswer(endpoint: Endpoint, response: Response, now: number): Promise<unknown> {
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
