import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { type Clock, systemClock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { OutboundError } from './OutboundError.js'
import { isPublicAddress } from './publicAddress.js'

/** The one way by which this server asks others. */
export interface Outbound {
  /** Answers of every status come back as they are; redirects are not followed. Throws an OutboundError. */
  send(url: string, options?: OutboundOptions): Promise<OutboundAnswer>
  /** Closes connections kept for next time. */
  stop(): void
}

export interface OutboundOptions {
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Largest answer taken; 10 MB unless said. */
  readonly limitBytes?: number
  /** Told of bytes as they arrive; what it throws ends the call and is thrown by it. */
  readonly onBytes?: (count: number) => void
}

export interface OutboundAnswer {
  readonly status: number
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array<ArrayBuffer>
  text(): string
}

export interface OutboundParts {
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /**
   * Origins the operator wrote into the configuration, such as `http://127.0.0.1:8545`: any address and
   * port is right for them. Whatever comes from elsewhere must lead to the public internet.
   */
  readonly allowPrivate?: readonly string[]
  /** Takes port 80 as well, for work on one's own machine. */
  readonly isDevelopment?: boolean
  /** In place of the system's: who is trusted, and the certificate shown to servers. */
  readonly tls?: TlsIdentity
  /** Connections to one host at once; further calls wait for one. */
  readonly maxSockets?: number
  /** For a whole call, from the name to the last byte; 10 s unless given. */
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** PEM texts. */
export type TlsIdentity = {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

const WHOLE_CALL_MS = 10_000
const LARGEST_ANSWER = 10 * 1_048_576

export function createOutbound(parts: OutboundParts = {}): Outbound {
  const { resolve = resolveAll, isDevelopment = false, clock = systemClock } = parts
  const { timeoutMs = WHOLE_CALL_MS, maxSockets = Number.POSITIVE_INFINITY } = parts
  const own = new Set((parts.allowPrivate ?? []).map((origin) => new URL(origin).origin))
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets }),
    'https:': new https.Agent({ keepAlive: true, maxSockets, ...parts.tls }),
  }

  function checkUrl(text: string): URL {
    const url = parseUrl(text)
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (!url || !isWeb || url.username !== '' || url.password !== '') {
      throw new OutboundError('url-refused', 'Only plain web addresses are asked.')
    }
    const isOrdinary = url.protocol === 'https:' || isDevelopment
    if (!own.has(url.origin) && !(isOrdinary && url.port === '')) {
      throw new OutboundError('url-refused', 'Only HTTPS on its own port is asked.')
    }
    return url
  }

  /** The address to connect to. All of a name's are checked: one of them inside is one too many. */
  async function addressOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(host) === 0 ? await resolve(host).catch(notResolved) : [host]
    if (!own.has(url.origin) && !addresses.every(isPublicAddress)) {
      throw new OutboundError('address-refused', 'The address is not on the public internet.')
    }
    const [first] = addresses
    if (first === undefined || isIP(first) === 0) return notResolved()
    return first
  }

  async function ask(url: URL, options: OutboundOptions, signal: AbortSignal) {
    const { method = 'GET', body, headers = {}, limitBytes = LARGEST_ANSWER, onBytes } = options
    const address = await addressOf(url)
    signal.throwIfAborted()
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise<OutboundAnswer>((resolveAnswer, reject) => {
      const asked = request({
        agent: agents[url.protocol as keyof typeof agents],
        host: address,
        port: url.port === '' ? undefined : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        // The certificate must be the name's, although the connection goes to the checked address.
        ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[')
          ? { servername: url.hostname }
          : {}),
        headers: {
          ...headers,
          host: url.host,
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        signal,
      })
      asked.on('error', reject)
      asked.on('response', (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          try {
            if (length > limitBytes) {
              throw new OutboundError('too-large', `The answer exceeds ${limitBytes} bytes.`)
            }
            onBytes?.(chunk.length)
          } catch (error) {
            chunks.length = 0
            response.destroy(error as Error)
          }
        })
        response.on('end', () => {
          const bytes = joined(chunks, length)
          resolveAnswer({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            bytes,
            text: () => new TextDecoder().decode(bytes),
          })
        })
      })
      asked.end(body)
    })
  }

  return {
    async send(text, options = {}) {
      const url = checkUrl(text)
      // Not AbortSignal.any: a signal made of others stays in memory for as long as somebody listens.
      const ending = new AbortController()
      const { signal } = ending
      const leave = () => ending.abort(options.signal?.reason)
      options.signal?.addEventListener('abort', leave, { once: true })
      let isLate = false
      const cancel = clock.after(timeoutMs, () => {
        isLate = true
        ending.abort()
      })
      // A name server that never answers must not hold the call either.
      const ended = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      try {
        options.signal?.throwIfAborted()
        return await Promise.race([ask(url, options, signal), ended])
      } catch (cause) {
        if (cause instanceof OutboundError || cause instanceof ApiError) throw cause
        if (isLate) {
          throw new OutboundError('too-slow', 'No whole answer came in time.', { cause })
        }
        if (options.signal?.aborted) {
          throw new OutboundError('aborted', 'The call is no longer wanted.', { cause })
        }
        throw new OutboundError('unreachable', 'No answer came.', { cause })
      } finally {
        cancel()
        options.signal?.removeEventListener('abort', leave)
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** One copy: an answer may be as long as the limit. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
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

function notResolved(cause?: unknown): never {
  throw new OutboundError('unreachable', 'The name leads nowhere.', { cause })
}
