import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import * as limits from '../../core/runtime/limits.js'
import { isUnsupportedChain } from './isUnsupportedChain.js'
import { canPostByXhr, postByXhr } from './postByXhr.js'

/** One way to one chain. */
type Endpoint = {
  readonly url: string
  /** The chain it is said to serve. */
  readonly reference: string
  /** Resolves once the endpoint has said so itself; rejects when it says otherwise. */
  checked: Promise<void> | undefined
  /** It wants to be left alone, cannot be reached or serves another chain; milliseconds since the epoch. */
  pausedUntil: number
  /** Whether anything ever came back from it. */
  hasAnswered: boolean
  /** A provider's proxy that does not serve the chain. */
  isUnsupported: boolean
}

/** What this page has learned of its nodes. Owned by the family. */
export type Endpoints = Map<string, Endpoint>

/** How a chain family's nodes tell which chain they serve, and that the chain itself says no. */
export type NodeProtocol = {
  readonly chainMethod: string
  /** The reference part of the network id. */
  parseChain(result: unknown): string | undefined
  /** The chain's own word, which another endpoint would only repeat. */
  isChainError(error: unknown): boolean
}

/** The node understood the call and refused it. */
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

/** Endpoints tried per call, so that each gets a fair part of the time. */
const maxAttempts = 3
/** Characters of an answer; a block full of data stays far below. */
const maxResponseLength = 10_000_000
/** The longest an endpoint can have itself left alone. */
const maxPause = 60_000
/** How long after a failed request the browser may still report that the page's policy blocked it. */
const policyReportWait = 1_000

export type NodeRequest<result> = {
  readonly endpoints: Endpoints
  readonly network: Pick<Network, 'rpcUrls' | 'publicRpcUrls' | 'isProxied' | 'reference'>
  readonly method: string
  readonly params: readonly unknown[]
  /** Undefined for an answer that this method cannot have. */
  readonly parse: (result: unknown) => result | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the chain through the network's endpoints, one after the other, in bounded time. An endpoint hears
 * no question before it has named its chain, and what one of another chain says is never used.
 */
export async function requestEndpoints<result>(
  kind: NodeProtocol,
  question: NodeRequest<result>,
): Promise<result> {
  const { endpoints, network } = question
  const { rpcUrls, publicRpcUrls, reference, isProxied } = network
  const isUnsupported = () =>
    isProxied && rpcUrls.some((url) => getEndpoint(endpoints, reference, url).isUnsupported)
  if (isUnsupported()) return requestInOrder(kind, question, publicRpcUrls)
  try {
    return await requestInOrder(kind, question, rpcUrls)
  } catch (error) {
    if (!isUnsupported()) throw error
    return requestInOrder(kind, question, publicRpcUrls)
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
      cause = new TypeError(`The node's answer to ${method} makes no sense`)
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
    hasAnswered: false,
    isUnsupported: false,
  }
  endpoints.set(name, endpoint)
  return endpoint
}

/** Asked once per endpoint, before its first question. One of another chain is out for good. */
function checkChain(kind: NodeProtocol, called: EndpointCall): Promise<void> {
  const { endpoint } = called
  endpoint.checked ??= post({ ...called, method: kind.chainMethod, params: [] }).then(
    (result) => {
      if (kind.parseChain(result) === endpoint.reference) return
      endpoint.pausedUntil = Number.POSITIVE_INFINITY
      throw new TypeError('The endpoint is of another chain')
    },
    (error: unknown) => {
      // Nothing is known of it yet: the next question asks again.
      endpoint.checked = undefined
      throw error
    },
  )
  return endpoint.checked
}

/** An earlier question may have been more patient about what this one waits for, too. */
function withTimeout<result>(timeout: number, asking: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The node did not answer in time')), timeout)
    asking.then(resolve, reject).finally(() => clearTimeout(timer))
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
  const timer = setTimeout(() => stop.abort(new Error('The node did not answer in time')), timeout)
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await sendRequest(endpoint, body, stop.signal)
    if (!response.ok) {
      endpoint.isUnsupported ||= await isUnsupportedChain(response)
      const rest = Number.parseInt(response.headers.get('retry-after') ?? '', 10) * 1_000
      if (rest > 0) endpoint.pausedUntil = Date.now() + Math.min(rest, maxPause)
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
 * Browsers write a line to the console for every request that does not get through. So an endpoint that
 * never answered is left alone for a while, and one that the page's content policy blocks for good.
 */
async function sendRequest(
  endpoint: Endpoint,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  const { url } = endpoint
  const headers = { 'content-type': 'application/json' }
  const isQuiet = !endpoint.hasAnswered && canPostByXhr(url)
  const stopWatching = endpoint.hasAnswered ? undefined : watchPolicy(endpoint)
  try {
    const response = isQuiet
      ? await postByXhr(url, { headers, body, signal, longest: maxResponseLength })
      : await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal,
          credentials: 'omit',
          referrerPolicy: 'origin',
        })
    endpoint.hasAnswered = true
    stopWatching?.()
    return response
  } catch (error) {
    if (!endpoint.hasAnswered && !signal.aborted) {
      endpoint.pausedUntil = Math.max(endpoint.pausedUntil, Date.now() + limits.nodeRetryGap)
    }
    // The browser may report the violation only after it has failed the request.
    if (stopWatching) setTimeout(stopWatching, policyReportWait)
    throw error
  }
}

function watchPolicy(endpoint: Endpoint): (() => void) | undefined {
  if (typeof document === 'undefined') return undefined
  const { href } = new URL(endpoint.url)
  const note = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return
    if (URL.canParse(blockedURI) && href.startsWith(blockedURI)) {
      endpoint.pausedUntil = Number.POSITIVE_INFINITY
    }
  }
  document.addEventListener('securitypolicyviolation', note)
  return () => document.removeEventListener('securitypolicyviolation', note)
}

/** The body as text, given up as soon as it grows beyond reason. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
    if (text.length > maxResponseLength) throw new RangeError('The answer of the node is too long')
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
  if (id !== 1 || result === undefined) throw new TypeError('The answer is not JSON-RPC')
  return result
}
