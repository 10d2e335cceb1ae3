import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import * as limits from '../../core/runtime/limits.js'
import { isUnsupportedChain } from './isUnsupportedChain.js'
import { canPostByXhr, postByXhr } from './postByXhr.js'

/** A node's URL for one chain, with what is known about it. */
type Endpoint = {
  readonly url: string
  /** The chain it is configured for. */
  readonly reference: string
  /** Resolves once the endpoint confirmed its chain; rejects for another chain. */
  checked: Promise<void> | undefined
  /** Rate limited, unreachable or of another chain until then; milliseconds since the epoch. */
  pausedUntil: number
  /** Whether it ever responded. */
  hasResponded: boolean
  /** A provider's proxy that does not support the chain. */
  isUnsupported: boolean
}

/** The state of this page's endpoints. Owned by the family. */
export type Endpoints = Map<string, Endpoint>

/** How nodes of a chain family name their chain and report errors of the chain itself. */
export type NodeProtocol = {
  readonly chainMethod: string
  /** The reference part of the network id. */
  parseChain(result: unknown): string | undefined
  /** An error of the chain, which every endpoint would repeat. */
  isChainError(error: unknown): boolean
}

/** A JSON-RPC error response of a node. */
export class NodeRpcError extends Error {
  override readonly name = 'NodeFault'

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** Endpoints tried per request; they share its timeout. */
const maxAttempts = 3
/** In characters; full blocks are far shorter. */
const maxResponseLength = 10_000_000
/** The longest `retry-after` that is respected, in milliseconds. */
const maxPause = 60_000
/** Milliseconds after a failed request in which the browser may still report a policy violation. */
const policyReportWait = 1_000

export type NodeRequest<result> = {
  readonly endpoints: Endpoints
  readonly network: Pick<Network, 'rpcUrls' | 'publicRpcUrls' | 'isProxied' | 'reference'>
  readonly method: string
  readonly params: readonly unknown[]
  /** Undefined for a result this method cannot have. */
  readonly parse: (result: unknown) => result | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the chain through the network's endpoints, one after the other, within a timeout. Every endpoint
 * has to confirm its chain first; one of another chain is never used.
 */
export async function requestEndpoints<result>(
  kind: NodeProtocol,
  request: NodeRequest<result>,
): Promise<result> {
  const { endpoints, network } = request
  const { rpcUrls, publicRpcUrls, reference, isProxied } = network
  const isUnsupported = () =>
    isProxied && rpcUrls.some((url) => getEndpoint(endpoints, reference, url).isUnsupported)
  if (isUnsupported()) return requestInOrder(kind, request, publicRpcUrls)
  try {
    return await requestInOrder(kind, request, rpcUrls)
  } catch (error) {
    // Errors of the chain itself would be the same at every node.
    if (!isProxied || request.signal.aborted || kind.isChainError(error)) throw error
    return requestInOrder(kind, request, publicRpcUrls)
  }
}

async function requestInOrder<result>(
  kind: NodeProtocol,
  { endpoints, network, method, params, parse, signal }: NodeRequest<result>,
  urls: readonly string[],
): Promise<result> {
  const usable = urls
    .map((url) => getEndpoint(endpoints, network.reference, url))
    .filter(({ pausedUntil }) => pausedUntil <= Date.now())
    .slice(0, maxAttempts)
  const timeout = Math.floor(limits.httpTimeout / usable.length)
  let cause: unknown
  for (const endpoint of usable) {
    signal.throwIfAborted()
    const end = Date.now() + timeout
    try {
      await withTimeout(timeout, checkChain(kind, { endpoint, timeout }))
      signal.throwIfAborted()
      const left = Math.max(0, end - Date.now())
      const result = parse(await post({ endpoint, timeout: left, method, params, signal }))
      if (result !== undefined) return result
      cause = new TypeError(`The node's response to ${method} is invalid`)
    } catch (error) {
      signal.throwIfAborted()
      cause = error
      if (kind.isChainError(error)) break
    }
  }
  throw new NodeError({ cause })
}

type EndpointCall = { readonly endpoint: Endpoint; readonly timeout: number }

function getEndpoint(endpoints: Endpoints, reference: string, url: string): Endpoint {
  const name = `${reference} ${url}`
  const endpoint = endpoints.get(name) ?? {
    url,
    reference,
    checked: undefined,
    pausedUntil: 0,
    hasResponded: false,
    isUnsupported: false,
  }
  endpoints.set(name, endpoint)
  return endpoint
}

/** Checked once per endpoint, before its first request. One of another chain is never used again. */
function checkChain(kind: NodeProtocol, called: EndpointCall): Promise<void> {
  const { endpoint } = called
  endpoint.checked ??= post({ ...called, method: kind.chainMethod, params: [] }).then(
    (result) => {
      if (kind.parseChain(result) === endpoint.reference) return
      endpoint.pausedUntil = Number.POSITIVE_INFINITY
      throw new TypeError('The endpoint serves another chain')
    },
    (error: unknown) => {
      // Still unknown: the next request checks again.
      endpoint.checked = undefined
      throw error
    },
  )
  return endpoint.checked
}

/** The shared chain check may have been started with a longer timeout. */
function withTimeout<result>(timeout: number, pending: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The node did not respond in time')), timeout)
    pending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function post({
  endpoint,
  method,
  params,
  timeout,
  signal,
}: EndpointCall & {
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal
}): Promise<unknown> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => stop.abort(new Error('The node did not respond in time')), timeout)
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await sendRequest(endpoint, body, stop.signal)
    if (!response.ok) {
      endpoint.isUnsupported ||= await isUnsupportedChain(response)
      const pause = Number.parseInt(response.headers.get('retry-after') ?? '', 10) * 1_000
      if (pause > 0) endpoint.pausedUntil = Date.now() + Math.min(pause, maxPause)
      throw new Error(`HTTP status code: ${response.status}`)
    }
    return parseResponse(JSON.parse(await readText(response)))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    stop.abort()
  }
}

/**
 * Browsers log every failed request. So an endpoint that never responded is paused, and one that the
 * page's content policy blocks is never used again.
 */
async function sendRequest(
  endpoint: Endpoint,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  const { url } = endpoint
  const headers = { 'content-type': 'application/json' }
  const isQuiet = !endpoint.hasResponded && canPostByXhr(url)
  const stopWatching = endpoint.hasResponded ? undefined : watchPolicy(endpoint)
  try {
    const response = isQuiet
      ? await postByXhr(url, { headers, body, signal, maxLength: maxResponseLength })
      : await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal,
          credentials: 'omit',
          referrerPolicy: 'origin',
        })
    endpoint.hasResponded = true
    stopWatching?.()
    return response
  } catch (error) {
    if (!endpoint.hasResponded && !signal.aborted) {
      endpoint.pausedUntil = Math.max(endpoint.pausedUntil, Date.now() + limits.nodeRetryGap)
    }
    // The browser may report the violation after the request has failed.
    if (stopWatching) setTimeout(stopWatching, policyReportWait)
    throw error
  }
}

function watchPolicy(endpoint: Endpoint): (() => void) | undefined {
  if (typeof document === 'undefined') return undefined
  const { href } = new URL(endpoint.url)
  const onViolation = ({
    disposition,
    effectiveDirective,
    blockedURI,
  }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return
    if (URL.canParse(blockedURI) && href.startsWith(blockedURI)) {
      endpoint.pausedUntil = Number.POSITIVE_INFINITY
    }
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return () => document.removeEventListener('securitypolicyviolation', onViolation)
}

/** The body as text; throws as soon as it is too long. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
    if (text.length > maxResponseLength)
      throw new RangeError('The response of the node is too long')
  }
}

function parseResponse(body: unknown): unknown {
  const { id, result, error } = Object(body) as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    throw new NodeRpcError(
      typeof code === 'number' ? code : 0,
      typeof message === 'string' ? message : '',
      data,
    )
  }
  if (id !== 1 || result === undefined) throw new TypeError('The response is not JSON-RPC')
  return result
}
