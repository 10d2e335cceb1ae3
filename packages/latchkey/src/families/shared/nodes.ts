import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import * as limits from '../../core/runtime/limits.js'
import { isChainUnserved } from './isChainUnserved.js'
import { canPostByXhr, postByXhr } from './postByXhr.js'

/** One way to one chain. */
type Endpoint = {
  readonly url: string
  /** The chain it is said to serve. */
  readonly reference: string
  /** Resolves once the endpoint has said so itself; rejects when it says otherwise. */
  checked: Promise<void> | undefined
  /** It wants to be left alone, cannot be reached or serves another chain; milliseconds since the epoch. */
  outUntil: number
  /** Whether anything ever came back from it. */
  hasAnswered: boolean
  /** A provider's proxy that does not serve the chain. */
  isUnserved: boolean
}

/** What this page has learned of its nodes. Owned by the family. */
export type Endpoints = Map<string, Endpoint>

/** How a chain family's nodes tell which chain they serve, and that the chain itself says no. */
export type NodeKind = {
  readonly chainMethod: string
  /** The reference part of the network id. */
  parseChain(answer: unknown): string | undefined
  /** The chain's own word, which another endpoint would only repeat. */
  isVerdict(error: unknown): boolean
}

/** The node understood the call and refused it. */
export class NodeFault extends Error {
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
const mostAttempts = 3
/** Characters of an answer; a block full of data stays far below. */
const longestAnswer = 10_000_000
/** The longest an endpoint can have itself left alone. */
const longestRest = 60_000
/** How long after a failed request the browser may still report that the page's policy blocked it. */
const policyReportWait = 1_000

export type NodeQuestion<answer> = {
  readonly endpoints: Endpoints
  readonly network: Pick<Network, 'rpcUrls' | 'publicRpcUrls' | 'isProxied' | 'reference'>
  readonly method: string
  readonly params: readonly unknown[]
  /** Undefined for an answer that this method cannot have. */
  readonly parse: (answer: unknown) => answer | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the chain through the network's endpoints, one after the other, in bounded time. An endpoint hears
 * no question before it has named its chain, and what one of another chain says is never used.
 */
export async function askNodeOf<answer>(
  kind: NodeKind,
  question: NodeQuestion<answer>,
): Promise<answer> {
  const { endpoints, network } = question
  const { rpcUrls, publicRpcUrls, reference, isProxied } = network
  const isUnserved = () =>
    isProxied && rpcUrls.some((url) => endpointOf(endpoints, reference, url).isUnserved)
  if (isUnserved()) return askInTurn(kind, question, publicRpcUrls)
  try {
    return await askInTurn(kind, question, rpcUrls)
  } catch (error) {
    if (!isUnserved()) throw error
    return askInTurn(kind, question, publicRpcUrls)
  }
}

async function askInTurn<answer>(
  kind: NodeKind,
  { endpoints, network, method, params, parse, signal }: NodeQuestion<answer>,
  urls: readonly string[],
): Promise<answer> {
  const usable = urls
    .map((url) => endpointOf(endpoints, network.reference, url))
    .filter(({ outUntil }) => outUntil <= Date.now())
    .slice(0, mostAttempts)
  const patience = Math.floor(limits.httpTimeout / usable.length)
  let cause: unknown
  for (const endpoint of usable) {
    signal.throwIfAborted()
    const end = Date.now() + patience
    try {
      await within(patience, checkChain(kind, { endpoint, patience }))
      signal.throwIfAborted()
      const left = Math.max(0, end - Date.now())
      const answer = parse(await post({ endpoint, patience: left, method, params, signal }))
      if (answer !== undefined) return answer
      cause = new TypeError(`The node's answer to ${method} makes no sense`)
    } catch (error) {
      signal.throwIfAborted()
      cause = error
      if (kind.isVerdict(error)) break
    }
  }
  throw new NodeError({ cause })
}

type Called = { readonly endpoint: Endpoint; readonly patience: number }

function endpointOf(endpoints: Endpoints, reference: string, url: string): Endpoint {
  const name = `${reference} ${url}`
  const endpoint = endpoints.get(name) ?? {
    url,
    reference,
    checked: undefined,
    outUntil: 0,
    hasAnswered: false,
    isUnserved: false,
  }
  endpoints.set(name, endpoint)
  return endpoint
}

/** Asked once per endpoint, before its first question. One of another chain is out for good. */
function checkChain(kind: NodeKind, called: Called): Promise<void> {
  const { endpoint } = called
  endpoint.checked ??= post({ ...called, method: kind.chainMethod, params: [] }).then(
    (answer) => {
      if (kind.parseChain(answer) === endpoint.reference) return
      endpoint.outUntil = Number.POSITIVE_INFINITY
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
function within<result>(patience: number, asking: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The node did not answer in time')), patience)
    asking.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function post({
  endpoint,
  method,
  params,
  patience,
  signal,
}: Called & {
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal
}): Promise<unknown> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => stop.abort(new Error('The node did not answer in time')), patience)
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await reach(endpoint, body, stop.signal)
    if (!response.ok) {
      endpoint.isUnserved ||= await isChainUnserved(response)
      const rest = Number.parseInt(response.headers.get('retry-after') ?? '', 10) * 1_000
      if (rest > 0) endpoint.outUntil = Date.now() + Math.min(rest, longestRest)
      throw new Error(`HTTP status code: ${response.status}`)
    }
    return readAnswer(JSON.parse(await readText(response)))
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
async function reach(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Response> {
  const { url } = endpoint
  const headers = { 'content-type': 'application/json' }
  const isQuiet = !endpoint.hasAnswered && canPostByXhr(url)
  const stopWatching = endpoint.hasAnswered ? undefined : watchPolicy(endpoint)
  try {
    const response = isQuiet
      ? await postByXhr(url, { headers, body, signal, longest: longestAnswer })
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
      endpoint.outUntil = Math.max(endpoint.outUntil, Date.now() + limits.nodeRetryGap)
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
      endpoint.outUntil = Number.POSITIVE_INFINITY
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
    if (text.length > longestAnswer) throw new RangeError('The answer of the node is too long')
  }
}

function readAnswer(body: unknown): unknown {
  const { id, result, error } = Object(body) as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    throw new NodeFault(
      typeof code === 'number' ? code : 0,
      typeof message === 'string' ? message : '',
      data,
    )
  }
  if (id !== 1 || result === undefined) throw new TypeError('The answer is not JSON-RPC')
  return result
}
