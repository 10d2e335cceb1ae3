import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { PublicClient } from 'viem'
import { type Clock, sleep } from '../clock.js'
import { createDeadline, type Deadline, DeadlineError, type Limit } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import type { NodeMeter } from '../http/traffic.js'
import { createQuota } from '../serving/quota.js'
import type { ChainSettings } from './ChainSettings.js'
import { createEvmClient } from './createEvmClient.js'
import { createUpstream, type Upstream } from './createUpstream.js'
import type { HttpClient } from './HttpClient.js'
import { getMethod, type NodeMethod } from './methods.js'
import { NodeRpcError, type Nodes, NodeUnavailableError } from './Nodes.js'
import type { NodeResult } from './requestNode.js'
import { createSharedReads } from './sharedReads.js'

export type ServedNodes = Nodes & {
  /** Like `call`, with the result's JSON text, within the limits of the caller's meter. */
  request(
    chain: NetworkId,
    method: string,
    params: unknown,
    limit?: Limit,
    meter?: NodeMeter,
  ): Promise<NodeResult>
  /** Health of all nodes, for readiness and metrics. */
  health(): readonly {
    readonly chain: NetworkId
    readonly url: string
    readonly isUnavailable: boolean
  }[]
}

export type NodeLimits = {
  /** For a whole call, including retries. */
  readonly timeoutMs: number
  readonly attempts: number
}

const defaultLimits: NodeLimits = { timeoutMs: 10_000, attempts: 3 }
const maxJitterMs = 1_000
/** Bytes of responses being read at once, for all callers. */
const maxReadingBytes = 64 * 1_048_576
/** The first digit of a filter's id is the node that created it. */
const maxFilterNodes = 15

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
  const limits = { ...defaultLimits, ...parts.limits }
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
  const shared = createSharedReads(clock, limits.timeoutMs)
  const reading = createQuota({ perClient: maxReadingBytes, total: maxReadingBytes })

  function find(chain: NetworkId) {
    const found = served.get(chain)
    if (!found) throw new ApiError(400, 'chainId', `The chain ${chain} is not served here.`)
    return found
  }

  async function request(
    chain: NetworkId,
    method: string,
    params: unknown,
    limit?: Limit,
    meter?: NodeMeter,
  ): Promise<NodeResult> {
    const { upstreams } = find(chain)
    const kind = getMethod(namespaceOf(chain), method)
    const read = { upstreams, kind, method, params }
    const isShared = !kind.sends && !kind.filter
    const deadline = createDeadline(clock, limits.timeoutMs, limit)
    let freeSlot: (() => void) | undefined
    try {
      freeSlot = await meter?.start(kind.maxBytes, deadline)
      const result = isShared
        ? await shared
            .read(
              { chain, method, params, isKept: kind.isPerBlock === true },
              // The provider's own decisions need the newest results.
              { deadline, onBytes: meter?.add, takesKept: meter !== undefined },
              (own, onBytes) => requestNodes({ ...read, onBytes }, own),
            )
            .catch(throwTimeoutAsUnavailable)
        : await requestNodes({ ...read, onBytes: meter?.add }, deadline)
      shared.observe(chain, method, result.value)
      return result
    } finally {
      freeSlot?.()
      deadline.clear()
      // Reads started before the transaction do not show it.
      if (kind.sends) shared.forget(chain)
    }
  }

  async function requestNodes(
    { upstreams, ...request }: NodeRequest & { readonly upstreams: readonly Upstream[] },
    deadline: Deadline,
  ): Promise<NodeResult> {
    const { kind } = request
    if (kind.filter === 'used') return requestFilter(upstreams, request, deadline)
    const { upstream, result } = await requestWithFailover(upstreams, request, deadline)
    return kind.filter === 'made' ? withNodePrefix(result, upstreams.indexOf(upstream)) : result
  }

  async function requestWithFailover(
    upstreams: readonly Upstream[],
    request: NodeRequest,
    deadline: Deadline,
  ): Promise<{ upstream: Upstream; result: NodeResult }> {
    const { kind } = request
    const tried = new Map<Upstream, number>()
    let rpcError: NodeRpcError | undefined
    for (let tries = 0; tries < limits.attempts; tries += 1) {
      const upstream =
        deadline.remaining() > 0 ? await nextUpstream(upstreams, tried, deadline) : undefined
      if (!upstream) break
      tried.set(upstream, (tried.get(upstream) ?? 0) + 1)
      try {
        return { upstream, result: await requestUpstream(upstream, request, deadline) }
      } catch (error) {
        if (error instanceof NodeRpcError) {
          if (kind.sends || !isRetryableElsewhere(error)) throw error
          rpcError = error
          // The node is healthy, so only another one can respond differently.
          tried.set(upstream, limits.attempts)
        } else if (!(error instanceof NodeUnavailableError)) throw error
        else if (kind.sends && !error.wasNeverSent) throw maybeSentError(error)
      }
    }
    if (rpcError) throw rpcError
    throw unavailableError()
  }

  /** The next healthy node, least tried first; undefined if waiting for one takes too long. */
  async function nextUpstream(
    upstreams: readonly Upstream[],
    tried: ReadonlyMap<Upstream, number>,
    deadline: Deadline,
  ): Promise<Upstream | undefined> {
    const attemptsOf = (upstream: Upstream) => tried.get(upstream) ?? 0
    const open = upstreams.filter((upstream) => attemptsOf(upstream) < limits.attempts)
    const ready = open.filter(({ unavailableUntil }) => unavailableUntil <= clock.now())
    const [next] = ready.sort((a, b) => attemptsOf(a) - attemptsOf(b))
    if (next) {
      const earlier = attemptsOf(next)
      if (earlier > 0)
        await waitWithin(random() * Math.min(maxJitterMs, 100 * 2 ** earlier), deadline)
      return next
    }
    const [soonest] = open.sort((a, b) => a.unavailableUntil - b.unavailableUntil)
    if (!soonest) return undefined
    const wait = soonest.unavailableUntil - clock.now()
    if (!soonest.isBlocked && attemptsOf(soonest) === 0) return soonest
    if (wait >= deadline.remaining()) return undefined
    await waitWithin(wait + random() * 50, deadline)
    return soonest
  }

  async function waitWithin(ms: number, deadline: Deadline): Promise<void> {
    await deadline.race(sleep(clock, ms)).catch(throwTimeoutAsUnavailable)
  }

  async function requestUpstream(
    upstream: Upstream,
    { kind, method, params, onBytes }: NodeRequest,
    deadline: Deadline,
  ): Promise<NodeResult> {
    const attempt = createDeadline(clock, Math.min(kind.timeoutMs, deadline.remaining()), deadline)
    const reservation = reading.add(undefined, 0)
    try {
      return await upstream.request(method, params, attempt, (count) => {
        // A sent transaction must not look unsent because of a limit; its response is short.
        if (kind.sends) return
        if (!reservation.grow(count)) throw busyError()
        onBytes?.(count)
      })
    } finally {
      attempt.clear()
      reservation.release()
    }
  }

  /** A filter exists on one node only. */
  async function requestFilter(
    upstreams: readonly Upstream[],
    request: NodeRequest,
    deadline: Deadline,
  ): Promise<NodeResult> {
    const { params } = request
    const id = Array.isArray(params) ? params[0] : undefined
    const digit = typeof id === 'string' ? /^0x([1-9a-f])([0-9a-f]+)$/.exec(id) : null
    const upstream = digit ? upstreams[Number.parseInt(digit[1] as string, 16) - 1] : undefined
    if (!digit || !upstream) throw new NodeRpcError(-32000, 'filter not found')
    const own = [`0x${digit[2]}`]
    return (await requestWithFailover([upstream], { ...request, params: own }, deadline)).result
  }

  async function call(chain: NetworkId, method: string, params: unknown, signal?: AbortSignal) {
    return (await request(chain, method, params, signal)).value
  }

  const createClient = (settings: ChainSettings, signal?: AbortSignal) =>
    createEvmClient(settings, (method, params) => call(settings.id, method, params, signal), parts)

  return {
    chains,
    settings: (chain) => find(chain).settings,
    request,
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
        upstreams.map(({ url, unavailableUntil }) => ({
          chain: settings.id,
          url,
          isUnavailable: unavailableUntil > clock.now(),
        })),
      ),
  }
}

type NodeRequest = {
  readonly kind: NodeMethod
  readonly method: string
  readonly params: unknown
  readonly onBytes: ((count: number) => void) | undefined
}

/** Errors that come from the node's state rather than from the request. */
function isRetryableElsewhere({ code, message }: NodeRpcError): boolean {
  if (code === -32601 || code === -32603 || code === -32005 || code === 429) return true
  if (code > -32000 || code < -32099) return false
  return /header not found|missing trie node|internal|time.?out|rate|too many requests|capacity|try again|behind|unhealthy|pruned|syncing/i.test(
    message,
  )
}

/** Prefixes the filter's id with the node that created it. */
function withNodePrefix({ value }: NodeResult, index: number): NodeResult {
  if (index >= maxFilterNodes)
    throw new NodeRpcError(-32000, 'No node can create a filter at the moment.')
  const id = `0x${(index + 1).toString(16)}${String(value).slice(2)}`
  return { value: id, json: JSON.stringify(id) }
}

function throwTimeoutAsUnavailable(reason: unknown): never {
  throw reason instanceof DeadlineError ? unavailableError() : reason
}

function busyError(): ApiError {
  return new ApiError(503, 'chainId', 'The nodes are busy; try again in a moment.', {
    retryAfter: 1,
  })
}

function unavailableError(): ApiError {
  return new ApiError(503, 'chainId', 'No node of this chain responds at the moment.')
}

function maybeSentError(cause: NodeUnavailableError): ApiError {
  return new ApiError(
    503,
    'chainId',
    'The node did not respond. The transaction may have been sent: check before you send it again.',
    { cause },
  )
}
