import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { Pool } from 'undici'
import { type Clock, systemClock } from '../clock.js'
import { createDeadline, type Deadline, DeadlineError, type Limit } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { OutboundError } from './OutboundError.js'
import { isPublicAddress } from './publicAddress.js'

/** The only HTTP client for outgoing requests. */
export type Outbound = {
  /** Resolves for every status; does not follow redirects. Throws an OutboundError. */
  send(url: string, options?: OutboundOptions): Promise<OutboundResponse>
  /** Closes idle connections. */
  stop(): void
}

export type OutboundOptions = {
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: Limit
  /** Largest accepted response; 10 MB by default. */
  readonly maxBytes?: number
  /** Called as bytes arrive; an error it throws aborts the call. */
  readonly onBytes?: (count: number) => void
}

export type OutboundResponse = {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array<ArrayBuffer>
  text(): string
}

export type OutboundParts = {
  /** Resolves all addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /**
   * Configured origins such as `http://127.0.0.1:8545`, allowed at any address and port. All others must
   * be on the public internet.
   */
  readonly allowPrivate?: readonly string[]
  /** Also allows port 80. */
  readonly isDevelopment?: boolean
  /** Replaces the system's trusted certificates, and adds a client certificate. */
  readonly tls?: TlsIdentity
  /** Concurrent connections per host; further calls wait. */
  readonly maxSockets?: number
  /** For a whole call, from DNS to the last byte; 10 s by default. */
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** PEM texts. */
export type TlsIdentity = {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

const defaultTimeoutMs = 10_000
const defaultMaxBytes = 10 * 1_048_576
const addressLifetimeMs = 30_000
const maxKnownUrls = 256
/** Shorter than most servers keep an idle connection. */
const idleTimeoutMs = 30_000

export function createOutbound(parts: OutboundParts = {}): Outbound {
  const { resolve = resolveAll, isDevelopment = false, clock = systemClock } = parts
  const { timeoutMs = defaultTimeoutMs, maxSockets = Number.POSITIVE_INFINITY } = parts
  const privateOrigins = new Set((parts.allowPrivate ?? []).map((origin) => new URL(origin).origin))
  const knownAddresses = new Map<
    string,
    { readonly until: number; readonly addresses: readonly string[] }
  >()
  /** By address and host name. */
  const pools = new Map<string, Pool>()

  function poolOf({ protocol, hostname, port }: URL, address: string): Pool {
    const host = isIP(address) === 6 ? `[${address}]` : address
    const origin = `${protocol}//${host}${port === '' ? '' : `:${port}`}`
    const key = `${origin} ${hostname}`
    const known = pools.get(key)
    if (known) return known
    // Certificates are checked against the `host` header, because the connection goes to the checked address.
    const pool = new Pool(origin, {
      connections: Number.isFinite(maxSockets) ? maxSockets : null,
      connect: { ...parts.tls, timeout: timeoutMs },
      keepAliveTimeout: idleTimeoutMs,
      // Calls have a deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const removeUnused = () => {
      if (pool.stats.connected > 0 || pool.stats.size > 0) return
      if (pools.get(key) === pool) pools.delete(key)
      pool.destroy()
    }
    pool.on('disconnect', removeUnused)
    pool.on('connectionError', removeUnused)
    pools.set(key, pool)
    return pool
  }

  /** Nodes are called at the same few URLs again and again. */
  const configuredUrls = new Map<string, URL>()

  function checkUrl(text: string): URL {
    const known = configuredUrls.get(text)
    if (known) return known
    const url = parseUrl(text)
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (!url || !isWeb || url.username !== '' || url.password !== '') {
      throw new OutboundError(
        'url-refused',
        'Only http and https URLs without credentials are allowed.',
      )
    }
    const isOrdinary = url.protocol === 'https:' || isDevelopment
    if (!privateOrigins.has(url.origin) && !(isOrdinary && url.port === '')) {
      throw new OutboundError('url-refused', 'Only HTTPS on the default port is allowed.')
    }
    if (privateOrigins.has(url.origin)) {
      if (configuredUrls.size >= maxKnownUrls) configuredUrls.clear()
      configuredUrls.set(text, url)
    }
    return url
  }

  /** Configured hosts are few and called often, so their addresses are cached. */
  async function find(host: string, isConfigured: boolean): Promise<readonly string[]> {
    const known = isConfigured ? knownAddresses.get(host) : undefined
    if (known && known.until > clock.now()) return known.addresses
    const addresses = await resolve(host).catch(throwUnresolved)
    if (isConfigured)
      knownAddresses.set(host, { until: clock.now() + addressLifetimeMs, addresses })
    return addresses
  }

  /** The address to connect to. Rejects a host name if any of its addresses is not public. */
  async function addressOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const isConfigured = privateOrigins.has(url.origin)
    const addresses = isIP(host) === 0 ? await find(host, isConfigured) : [host]
    if (!isConfigured && !addresses.every(isPublicAddress)) {
      throw new OutboundError('address-refused', 'The address is not on the public internet.')
    }
    const [first] = addresses
    if (first === undefined || isIP(first) === 0) return throwUnresolved()
    return first
  }

  async function sendRequest(url: URL, options: OutboundOptions, deadline: Deadline) {
    const { method = 'GET', body, headers = {}, maxBytes = defaultMaxBytes, onBytes } = options
    const address = await addressOf(url)
    if (deadline.ended) throw deadline.ended.reason
    return new Promise<OutboundResponse>((resolveResponse, reject) => {
      const chunks: Buffer[] = []
      let length = 0
      let start: Pick<OutboundResponse, 'status' | 'headers'> = { status: 0, headers: {} }
      let stopWatching = () => {}
      poolOf(url, address).dispatch(
        {
          path: `${url.pathname}${url.search}`,
          method,
          headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
          body: body ?? null,
        },
        {
          onRequestStart(controller) {
            stopWatching = deadline.onEnd((reason) => controller.abort(reason as Error))
          },
          onResponseStart(_, status, received) {
            const lines: Record<string, string> = Object.create(null)
            for (const name in received) lines[name] = String(received[name])
            start = { status, headers: lines }
          },
          onResponseData(controller, chunk) {
            length += chunk.length
            chunks.push(chunk)
            try {
              if (length > maxBytes) {
                throw new OutboundError('too-large', `The response exceeds ${maxBytes} bytes.`)
              }
              onBytes?.(chunk.length)
            } catch (error) {
              chunks.length = 0
              controller.abort(error as Error)
            }
          },
          onResponseEnd() {
            stopWatching()
            const bytes = joinChunks(chunks, length)
            resolveResponse({ ...start, bytes, text: () => new TextDecoder().decode(bytes) })
          },
          onResponseError(_, error) {
            stopWatching()
            reject(error)
          },
        },
      )
    })
  }

  return {
    async send(text, options = {}) {
      const url = checkUrl(text)
      const { signal } = options
      // A deadline that ends first needs no second one.
      const isBounded = signal && 'remaining' in signal && signal.remaining() <= timeoutMs
      const deadline = isBounded ? signal : createDeadline(clock, timeoutMs, signal)
      try {
        return await deadline.race(sendRequest(url, options, deadline))
      } catch (cause) {
        if (cause instanceof OutboundError || cause instanceof ApiError) throw cause
        if (cause instanceof DeadlineError) {
          throw new OutboundError('too-slow', 'The response did not arrive in time.', { cause })
        }
        if (deadline.ended) {
          throw new OutboundError('aborted', 'The call was aborted.', { cause })
        }
        // It may have moved to another address.
        knownAddresses.delete(url.hostname)
        throw new OutboundError('unreachable', 'The server could not be reached.', { cause })
      } finally {
        if (!isBounded) deadline.clear()
      }
    },
    stop() {
      for (const pool of pools.values()) pool.destroy()
      pools.clear()
    },
  }
}

/** Copies only once: a response can be as long as the limit. */
function joinChunks(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

async function resolveAll(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

function throwUnresolved(cause?: unknown): never {
  throw new OutboundError('unreachable', 'The host name could not be resolved.', { cause })
}
