import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import { type Clock, pause } from '../clock.js'
import { createDeadline, type Deadline, DeadlineError } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import type { NodeMeter } from '../http/traffic.js'
import { createShares } from '../serving/shares.js'
import type { NodeAnswer } from './askNode.js'
import type { ChainSettings } from './ChainSettings.js'
import { createLookup } from './createLookup.js'
import { createUpstream, type Upstream } from './createUpstream.js'
import type { HttpClient } from './HttpClient.js'
import { methodOf, type NodeMethod } from './methods.js'
import { NodeFault } from './NodeFault.js'
import { NodeError, type Nodes } from './Nodes.js'

export interface ServedNodes extends Nodes {
  /** Like `call`, with the result's JSON text, within the limits of the caller's meter. */
  ask(
    chain: NetworkId,
    method: string,
    params: unknown,
    signal?: AbortSignal,
    meter?: NodeMeter,
  ): Promise<NodeAnswer>
  /** Health of all nodes, for readiness and metrics. */
  health(): readonly { readonly chain: NetworkId; readonly url: string; readonly isOut: boolean }[]
}

export type NodeLimits = {
  /** For a whole call, including retries. */
  readonly wholeMs: number
  readonly tries: number
}

const DEFAULT_LIMITS: NodeLimits = { wholeMs: 10_000, tries: 3 }
const LONGEST_JITTER = 1_000
/** Bytes of responses being read at once, for all callers. */
const READING_BYTES = 64 * 1_048_576
/** The first digit of a filter's id is the node that created it. */
const MOST_FILTER_NODES = 15

export function createNodes(parts: {
  readonly chains: readonly ChainSettings[]
  /** For the configured nodes, also on this machine. */
  readonly http: HttpClient
  /** For public addresses that contracts name; without it off-chain ENS names do not resolve. */
  readonly web?: HttpClient
  readonly clock: Clock
  /** From 0 to 1, like Math.random. */
  readonly random: () => number
  readonly limits?: Partial<NodeLimits>
}): ServedNodes {
  const { chains, clock, random } = parts
  const limits = { ...DEFAULT_LIMITS, ...parts.limits }
  const served = new Map(
    chains.map((settings) => [
      settings.id,
      {
        settings,
        upstreams: settings.upstreams.map((url) => createUpstream(settings.id, url, parts)),
      },
    ]),
  )
  const clients = new Map<NetworkId, PublicClient>()
  const reading = createShares({ perHolder: READING_BYTES, total: READING_BYTES })

  function find(chain: NetworkId) {
    const found = served.get(chain)
    if (!found) throw new ApiError(400, 'chainId', `The chain ${chain} is not served here.`)
    return found
  }

  async function ask(
    chain: NetworkId,
    method: string,
    params: unknown,
    signal?: AbortSignal,
    meter?: NodeMeter,
  ): Promise<NodeAnswer> {
    const { upstreams } = find(chain)
    const kind = methodOf(namespaceOf(chain), method)
    const deadline = createDeadline(clock, limits.wholeMs, signal)
    const reservation = reading.add(undefined, 0)
    const request = {
      kind,
      method,
      params,
      onBytes(count: number) {
        // A sent transaction must not look unsent because of a limit; its response is short.
        if (kind.sends) return
        if (!reservation.grow(count)) throw busy()
        meter?.add(count)
      },
    }
    let freeSlot: (() => void) | undefined
    try {
      freeSlot = await meter?.start(kind.answerBytes, deadline.signal)
      if (kind.filter === 'used') return await askFilter(upstreams, request, deadline)
      const { upstream, result } = await askInTurn(upstreams, request, deadline)
      return kind.filter === 'made' ? marked(result, upstreams.indexOf(upstream)) : result
    } finally {
      freeSlot?.()
      reservation.release()
      deadline.clear()
    }
  }

  async function askInTurn(
    upstreams: readonly Upstream[],
    request: Question,
    deadline: Deadline,
  ): Promise<{ upstream: Upstream; result: NodeAnswer }> {
    const { kind } = request
    const tried = new Map<Upstream, number>()
    let rpcError: NodeError | undefined
    for (let tries = 0; tries < limits.tries; tries += 1) {
      const upstream =
        deadline.remaining() > 0 ? await nextOf(upstreams, tried, deadline) : undefined
      if (!upstream) break
      tried.set(upstream, (tried.get(upstream) ?? 0) + 1)
      try {
        return { upstream, result: await askOne(upstream, request, deadline) }
      } catch (error) {
        if (error instanceof NodeError) {
          if (kind.sends || !isWorthAskingAnother(error)) throw error
          rpcError = error
          // The node is healthy, so only another one can respond differently.
          tried.set(upstream, limits.tries)
        } else if (!(error instanceof NodeFault)) throw error
        else if (kind.sends && !error.wasNeverSent) throw maybeSent(error)
      }
    }
    if (rpcError) throw rpcError
    throw noAnswer()
  }

  /** The next healthy node, least tried first; undefined if waiting for one takes too long. */
  async function nextOf(
    upstreams: readonly Upstream[],
    tried: ReadonlyMap<Upstream, number>,
    deadline: Deadline,
  ): Promise<Upstream | undefined> {
    const triesOf = (upstream: Upstream) => tried.get(upstream) ?? 0
    const open = upstreams.filter((upstream) => triesOf(upstream) < limits.tries)
    const ready = open.filter(({ outUntil }) => outUntil <= clock.now())
    const [next] = ready.sort((a, b) => triesOf(a) - triesOf(b))
    if (next) {
      const earlier = triesOf(next)
      if (earlier > 0) await rest(random() * Math.min(LONGEST_JITTER, 100 * 2 ** earlier), deadline)
      return next
    }
    const [soonest] = open.sort((a, b) => a.outUntil - b.outUntil)
    if (!soonest) return undefined
    const wait = soonest.outUntil - clock.now()
    if (!soonest.isBarred && triesOf(soonest) === 0) return soonest
    if (wait >= deadline.remaining()) return undefined
    await rest(wait + random() * 50, deadline)
    return soonest
  }

  async function rest(ms: number, deadline: Deadline): Promise<void> {
    await deadline.race(pause(clock, ms)).catch(rethrowUnlessLate)
  }

  async function askOne(
    upstream: Upstream,
    { kind, method, params, onBytes }: Question,
    deadline: Deadline,
  ): Promise<NodeAnswer> {
    const attempt = createDeadline(
      clock,
      Math.min(kind.patience, deadline.remaining()),
      deadline.signal,
    )
    try {
      return await upstream.ask(method, params, attempt, onBytes)
    } finally {
      attempt.clear()
    }
  }

  /** A filter exists on one node only. */
  async function askFilter(
    upstreams: readonly Upstream[],
    request: Question,
    deadline: Deadline,
  ): Promise<NodeAnswer> {
    const { params } = request
    const id = Array.isArray(params) ? params[0] : undefined
    const digit = typeof id === 'string' ? /^0x([1-9a-f])([0-9a-f]+)$/.exec(id) : null
    const upstream = digit ? upstreams[Number.parseInt(digit[1] as string, 16) - 1] : undefined
    if (!digit || !upstream) throw new NodeError(-32000, 'filter not found')
    const own = [`0x${digit[2]}`]
    return (await askInTurn([upstream], { ...request, params: own }, deadline)).result
  }

  async function call(chain: NetworkId, method: string, params: unknown, signal?: AbortSignal) {
    return (await ask(chain, method, params, signal)).value
  }

  function createClient(settings: ChainSettings, signal?: AbortSignal): PublicClient {
    if (namespaceOf(settings.id) !== 'eip155') {
      throw new ApiError(400, 'chainId', `The chain ${settings.id} is not an EVM chain.`)
    }
    return createPublicClient({
      chain: toViemChain(settings),
      transport: custom(
        { request: ({ method, params }) => call(settings.id, method, params, signal) },
        { retryCount: 0 },
      ),
      batch: { multicall: settings.multicall !== undefined },
      cacheTime: 0,
      ccipRead: parts.web ? { request: createLookup(parts.web, clock) } : false,
    })
  }

  return {
    chains,
    settings: (chain) => find(chain).settings,
    ask,
    call,
    evm(chain, signal) {
      const { settings } = find(chain)
      if (signal) return createClient(settings, signal)
      const client = clients.get(chain) ?? createClient(settings)
      clients.set(chain, client)
      return client
    },
    health: () =>
      [...served.values()].flatMap(({ settings, upstreams }) =>
        upstreams.map(({ url, outUntil }) => ({
          chain: settings.id,
          url,
          isOut: outUntil > clock.now(),
        })),
      ),
  }
}

interface Question {
  readonly kind: NodeMethod
  readonly method: string
  readonly params: unknown
  onBytes(count: number): void
}

/** Errors that come from the node's state rather than from the request. */
function isWorthAskingAnother({ code, message }: NodeError): boolean {
  if (code === -32601 || code === -32603 || code === -32005 || code === 429) return true
  if (code > -32000 || code < -32099) return false
  return /header not found|missing trie node|internal|time.?out|rate|too many requests|capacity|try again|behind|unhealthy|pruned|syncing/i.test(
    message,
  )
}

/** Prefixes the filter's id with the node that created it. */
function marked({ value }: NodeAnswer, index: number): NodeAnswer {
  if (index >= MOST_FILTER_NODES)
    throw new NodeError(-32000, 'No node can create a filter at the moment.')
  const id = `0x${(index + 1).toString(16)}${String(value).slice(2)}`
  return { value: id, json: JSON.stringify(id) }
}

function rethrowUnlessLate(reason: unknown): void {
  throw reason instanceof DeadlineError ? noAnswer() : reason
}

function busy(): ApiError {
  return new ApiError(503, 'chainId', 'The nodes are busy; try again in a moment.', {
    retryAfter: 1,
  })
}

function noAnswer(): ApiError {
  return new ApiError(503, 'chainId', 'No node of this chain responds at the moment.')
}

function maybeSent(cause: NodeFault): ApiError {
  return new ApiError(
    503,
    'chainId',
    'The node did not respond. The transaction may have been sent: check before you send it again.',
    { cause },
  )
}

function toViemChain({ id, name, nativeCurrency, multicall, ens }: ChainSettings) {
  return defineChain({
    id: Number(referenceOf(id)),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    contracts: {
      ...(multicall && { multicall3: { address: multicall as `0x${string}` } }),
      ...(ens && { ensUniversalResolver: { address: ens.universalResolver as `0x${string}` } }),
    },
  })
}

/** Finds the ApiError that a chain library has wrapped in its own error. */
export function refusalIn(error: unknown): ApiError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    if (at instanceof ApiError) return at
  }
  return undefined
}
