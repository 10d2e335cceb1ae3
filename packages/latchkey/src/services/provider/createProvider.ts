import { type Endpoint, safeParse } from '@latchkey/wire/http/endpoint'
import { failure } from '@latchkey/wire/http/failure'
import type { Config, ProviderUrls } from '../../core/config/options.js'
import type { ChainFamily } from '../../core/connection/family.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import * as limits from '../../core/runtime/limits.js'
import type { CallOptions, Ports, ProviderPort } from '../../core/runtime/ports.js'
import { randomUuid } from '../../core/runtime/randomId.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'

/** The version of the package; a test checks that it matches `package.json`. */
export const sdkVersion = '0.1.0'

export type CreateProviderParameters = {
  readonly config: Pick<Config, 'projectId' | 'providerUrl' | 'providerUrls'>
  readonly families: readonly Pick<ChainFamily, 'namespace'>[]
  readonly framework: string
  readonly clock: Ports['clock']
  /** Between 0 and 1: spreads the retries of many pages. */
  readonly random?: () => number
}

/** Calls endpoints: one timeout over all attempts, parsed responses, typed errors. */
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

  async function request(
    endpoint: Endpoint,
    input: object,
    {
      key,
      keepalive,
      signal,
    }: { key: string | undefined; keepalive: boolean; signal: AbortSignal },
  ): Promise<unknown> {
    const body = toBody(endpoint, input)
    const headers: Record<string, string> = {}
    // Plain text needs no CORS preflight, for which an unloading page has no time.
    if (body !== undefined && !keepalive) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    try {
      const response = await fetch(getUrl(origin, endpoint, input), {
        method: endpoint.method,
        signal,
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        headers,
        ...(body !== undefined && { body }),
        ...(keepalive && { keepalive: true }),
      })
      return await readResponse(endpoint, response, clock.now())
    } catch (cause) {
      signal.throwIfAborted()
      throw cause instanceof ProviderError ? cause : new ProviderError('unreachable', { cause })
    }
  }

  /** The delay before the next attempt; undefined when the error is final. */
  function getRetryDelay(endpoint: Endpoint, error: unknown, attempts: number): number | undefined {
    if (!(error instanceof ProviderError) || attempts > limits.providerRetries) return undefined
    const isRetriable = endpoint.changes
      ? isOutcomeUnknown(error)
      : retriableCodes.includes(error.code)
    if (!isRetriable) return undefined
    const pause = limits.providerRetryPause * 2 ** (attempts - 1) * (0.5 + random())
    return Math.max(pause, error.retryAfter ?? 0)
  }

  async function call(
    endpoint: Endpoint,
    input: object,
    { signal, keepalive = false }: CallOptions = {},
  ): Promise<unknown> {
    // The same for every attempt, so that a change whose response was lost is not made twice.
    const key = endpoint.changes && randomUuid()
    const end = clock.now() + limits.httpTimeout
    const late = () => new ProviderError('timeout')
    return withTimeout(clock, { limit: limits.httpTimeout, late, signal }, async (ending) => {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await request(endpoint, input, { key, keepalive, signal: ending })
        } catch (error) {
          const pause = getRetryDelay(endpoint, error, attempts)
          if (keepalive || ending.aborted || pause === undefined || clock.now() + pause >= end)
            throw error
          await clock.sleep(pause, ending)
        }
      }
    })
  }

  return {
    call: call as ProviderPort['call'],
    getUrl: async (endpoint, input) => getUrl(origin, endpoint, input as object),
    preloadImages: (addresses) => preloadImages(addresses, clock),
    onPageHide,
  }
}

const retriableCodes: readonly string[] = [
  'provider/unreachable',
  'provider/server-error',
  'provider/rate-limited',
]

/** The change may have been made, or its first attempt is still pending. */
function isOutcomeUnknown({ code, status, retryAfter }: ProviderError): boolean {
  return code === 'provider/unreachable' || (status === 409 && retryAfter !== undefined)
}

/** A hidden page may be discarded without another event; not every browser hides a page it unloads. */
async function onPageHide(run: () => void, signal: AbortSignal): Promise<void> {
  if (typeof document === 'undefined') return
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') run()
  }
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('pagehide', run, { signal })
}

/** Loads images into the browser's cache. */
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

/** The provider's URLs, and the parameters of every call. */
type Origin = {
  readonly url: string
  /** By role, where they differ from `url`. */
  readonly urls: ProviderUrls
  readonly identity: Readonly<Record<string, string>>
}

type Given = Readonly<Record<string, unknown>>

/** The URL of a call. Leaves out fields without a value. */
function getUrl({ url, urls, identity }: Origin, endpoint: Endpoint, input: object) {
  const base = urls[getRole(endpoint)] ?? url
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => toSegment((input as Given)[name]))
  const address = new URL(base.replace(/\/*$/, path))
  const fields = { ...identity, ...pick(endpoint.query, input) }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '') {
      address.searchParams.set(name, String(value))
    }
  }
  return address.href
}

function toBody(endpoint: Endpoint, input: object): string | undefined {
  if (endpoint.items) return JSON.stringify((input as Given).items)
  return endpoint.body && JSON.stringify(pick(endpoint.body, input))
}

function getRole({ path }: Endpoint): keyof ProviderUrls {
  if (path.startsWith('/v1/')) return 'chain'
  return path === '/e' || path === '/batch' ? 'analytics' : 'wallets'
}

/** Rejects values that would change the path. */
function toSegment(value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new ProviderError('refused')
  return encodeURIComponent(text)
}

function pick(fields: Endpoint['query'], input: object): Given {
  const names = Object.keys(fields?.entries ?? {})
  return Object.fromEntries(names.map((name) => [name, (input as Given)[name]]))
}

/** The parsed response; throws a `ProviderError` for any other. */
async function readResponse(endpoint: Endpoint, response: Response, now: number): Promise<unknown> {
  if (!response.ok) throw await toProviderError(response, now)
  if (endpoint.caching === 'image') {
    const type = response.headers.get('content-type') ?? ''
    return new Blob([await readBytes(response)], { type })
  }
  if (!endpoint.response) {
    await response.body?.cancel()
    return undefined
  }
  const parsed = safeParse(endpoint.response, parseJson(await readBytes(response)))
  if (!parsed) throw new ProviderError('malformed', { status: response.status })
  return parsed.value
}

async function toProviderError(response: Response, now: number): Promise<ProviderError> {
  const { status } = response
  const reasons = safeParse(failure, await readErrorBody(response))?.value.reasons
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), now)
  const fault = status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'refused'
  return new ProviderError(fault, { status, reasons, retryAfter })
}

/** Undefined when the body cannot be read: the status is enough. */
async function readErrorBody(response: Response): Promise<unknown> {
  try {
    return parseJson(await readBytes(response))
  } catch {
    return undefined
  }
}

/** `Retry-After` is in seconds or a date. */
function parseRetryAfter(header: string | null, now: number): number | undefined {
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
    if (size > limits.providerResponseSize) {
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
