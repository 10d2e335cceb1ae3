import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import { type Deadline, DeadlineError } from '../deadline.js'
import { isValidResult } from './checkResult.js'
import type { HttpClient } from './HttpClient.js'
import { getMethod } from './methods.js'
import { NodeRpcError, NodeUnavailableError } from './Nodes.js'
import { type NodeResult, requestNode } from './requestNode.js'

/** One node and its health. */
export type Upstream = {
  readonly url: string
  /** When it may be called again; in the past for a healthy node. */
  readonly unavailableUntil: number
  /** It sent `Retry-After` or serves another chain: not even a last resort. */
  readonly isBlocked: boolean
  /** `onBytes` is called as bytes arrive; an error it throws aborts the call. */
  request(
    method: string,
    params: unknown,
    deadline: Deadline,
    onBytes?: (count: number) => void,
  ): Promise<NodeResult>
}

const firstPauseMs = 500
const maxPauseMs = 30_000
/** How long to wait before checking a node of another chain again. */
const otherChainPauseMs = 60_000
const chainCheckIntervalMs = 300_000
/** Timeouts cost callers most, so such a node pauses longer. */
const timeoutPauseMs = 5_000

export function createUpstream(
  chain: NetworkId,
  url: string,
  parts: { readonly http: HttpClient; readonly clock: Clock; readonly random: () => number },
): Upstream {
  const { http, clock, random } = parts
  const namespace = namespaceOf(chain)
  let failures = 0
  let unavailableUntil = 0
  let isBlocked = false
  let chainKnownUntil = 0

  async function sendRequest(
    method: string,
    params: unknown,
    deadline: Deadline,
    onBytes?: (count: number) => void,
  ) {
    const id = Math.floor(random() * 2 ** 48)
    const { maxBytes, isUnbounded } = getMethod(namespace, method)
    const bounds = { signal: deadline, now: clock.now, maxBytes, isUnbounded, onBytes }
    const result = await deadline
      .race(requestNode(http, url, { id, method, params }, bounds))
      .catch((error: unknown) => {
        if (!deadline.ended) throw error
        const { reason } = deadline.ended
        if (!(reason instanceof DeadlineError)) throw reason
        throw new NodeUnavailableError('The node took too long.', { isTimeout: true })
      })
    if (!isValidResult(namespace, method, params, result.value)) {
      throw new NodeUnavailableError(`The node's result for ${method} is malformed.`)
    }
    return result
  }

  /** Checked again from time to time: a node can come back with another chain. */
  async function checkChain(deadline: Deadline): Promise<void> {
    if (chainKnownUntil > clock.now()) return
    const isRightChain = await servesChain(chain, (method) =>
      sendRequest(method, [], deadline),
    ).catch((cause: unknown) => {
      if (!(cause instanceof NodeUnavailableError || cause instanceof NodeRpcError)) throw cause
      // Only this check failed; the caller's own request was not sent.
      const fault = cause instanceof NodeUnavailableError ? cause : undefined
      throw new NodeUnavailableError('The node did not name its chain.', {
        wasNeverSent: true,
        retryAfter: fault?.retryAfter,
        isTimeout: fault?.isTimeout ?? false,
        cause,
      })
    })
    if (!isRightChain) {
      unavailableUntil = clock.now() + otherChainPauseMs
      isBlocked = true
      throw new NodeUnavailableError('The node serves another chain.', { wasNeverSent: true })
    }
    chainKnownUntil = clock.now() + chainCheckIntervalMs
  }

  function recordFailure(fault: NodeUnavailableError): void {
    failures += 1
    if (isBlocked && unavailableUntil > clock.now()) return
    const minPause = fault.isTimeout ? timeoutPauseMs : firstPauseMs
    const pause = Math.min(maxPauseMs, Math.max(minPause, firstPauseMs * 2 ** (failures - 1)))
    isBlocked = fault.retryAfter !== undefined
    unavailableUntil = clock.now() + (fault.retryAfter ?? pause * (0.5 + random() / 2))
    chainKnownUntil = 0
  }

  function recordSuccess(): void {
    failures = 0
    unavailableUntil = 0
    isBlocked = false
  }

  return {
    url,
    get unavailableUntil() {
      return unavailableUntil
    },
    get isBlocked() {
      return isBlocked && unavailableUntil > clock.now()
    },
    async request(method, params, deadline, onBytes) {
      try {
        await checkChain(deadline)
        const result = await sendRequest(method, params, deadline, onBytes)
        recordSuccess()
        return result
      } catch (error) {
        if (error instanceof NodeUnavailableError) recordFailure(error)
        else if (error instanceof NodeRpcError) recordSuccess()
        throw error
      }
    },
  }
}

async function servesChain(
  chain: NetworkId,
  request: (method: string) => Promise<NodeResult>,
): Promise<boolean> {
  const reference = referenceOf(chain)
  if (namespaceOf(chain) === 'solana') {
    // A Solana chain id is the first 32 characters of its genesis hash.
    return String((await request('getGenesisHash')).value).slice(0, 32) === reference
  }
  return parseQuantity((await request('eth_chainId')).value)?.toString() === reference
}
