import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { type Clock, systemClock } from '../clock.js'
import { DeadlineError, withDeadline } from '../deadline.js'
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
  readonly signal?: AbortSignal
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

export function createOutbound(parts: OutboundParts = {}): Outbound {
  const { resolve = resolveAll, isDevelopment = false, clock = systemClock } = parts
  const { timeoutMs = defaultTimeoutMs, maxSockets = Number.POSITIVE_INFINITY } = parts
  const privateOrigins = new Set((parts.allowPrivate ?? []).map((origin) => new URL(origin).origin))
  const knownAddresses = new Map<
    string,
    { readonly until: number; readonly addresses: readonly string[] }
  >()
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets }),
    'https:': new https.Agent({ keepAlive: true, maxSockets, ...parts.tls }),
  }

  function checkUrl(text: string): URL {
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

  async function sendRequest(url: URL, options: OutboundOptions, signal: AbortSignal) {
    const { method = 'GET', body, headers = {}, maxBytes = defaultMaxBytes, onBytes } = options
    const address = await addressOf(url)
    signal.throwIfAborted()
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise<OutboundResponse>((resolveResponse, reject) => {
      const outgoing = request({
        agent: agents[url.protocol as keyof typeof agents],
        host: address,
        port: url.port === '' ? undefined : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        // The connection goes to the checked address, so the certificate's name is set explicitly.
        ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[')
          ? { servername: url.hostname }
          : {}),
        headers: {
          ...headers,
          host: url.host,
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      })
      // Node's own handling of the signal costs several times as much.
      const onAbort = () => outgoing.destroy(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      outgoing.on('close', () => signal.removeEventListener('abort', onAbort))
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          try {
            if (length > maxBytes) {
              throw new OutboundError('too-large', `The response exceeds ${maxBytes} bytes.`)
            }
            onBytes?.(chunk.length)
          } catch (error) {
            chunks.length = 0
            response.destroy(error as Error)
          }
        })
        response.on('end', () => {
          const bytes = joinChunks(chunks, length)
          resolveResponse({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            bytes,
            text: () => new TextDecoder().decode(bytes),
          })
        })
      })
      outgoing.end(body)
    })
  }

  return {
    async send(text, options = {}) {
      const url = checkUrl(text)
      try {
        options.signal?.throwIfAborted()
        return await withDeadline(
          clock,
          timeoutMs,
          (signal) => sendRequest(url, options, signal),
          options.signal,
        )
      } catch (cause) {
        if (cause instanceof OutboundError || cause instanceof ApiError) throw cause
        if (cause instanceof DeadlineError) {
          throw new OutboundError('too-slow', 'The response did not arrive in time.', { cause })
        }
        if (options.signal?.aborted) {
          throw new OutboundError('aborted', 'The call was aborted.', { cause })
        }
        // It may have moved to another address.
        knownAddresses.delete(url.hostname)
        throw new OutboundError('unreachable', 'The server could not be reached.', { cause })
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
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
