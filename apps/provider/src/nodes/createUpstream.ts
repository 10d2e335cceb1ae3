import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import { type Deadline, DeadlineError } from '../deadline.js'
import { askNode, type NodeAnswer } from './askNode.js'
import { isResultOf } from './checkResult.js'
import type { HttpClient } from './HttpClient.js'
import { methodOf } from './methods.js'
import { NodeFault } from './NodeFault.js'
import { NodeError } from './Nodes.js'

/** One node and its health. */
export interface Upstream {
  readonly url: string
  /** When it may be called again; in the past for a healthy node. */
  readonly outUntil: number
  /** It sent `Retry-After` or serves another chain: not even a last resort. */
  readonly isBarred: boolean
  /** `onBytes` is called as bytes arrive; an error it throws aborts the call. */
  ask(
    method: string,
    params: unknown,
    deadline: Deadline,
    onBytes?: (count: number) => void,
  ): Promise<NodeAnswer>
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** How long to wait before checking a node of another chain again. */
const OTHER_CHAIN_PAUSE = 60_000
const CHAIN_CHECK_INTERVAL = 300_000
/** Timeouts cost callers most, so such a node pauses longer. */
const PAUSE_AFTER_STALL = 5_000

export function createUpstream(
  chain: NetworkId,
  url: string,
  parts: { readonly http: HttpClient; readonly clock: Clock; readonly random: () => number },
): Upstream {
  const { http, clock, random } = parts
  const namespace = namespaceOf(chain)
  let failures = 0
  let outUntil = 0
  let isBarred = false
  let chainKnownUntil = 0

  async function question(
    method: string,
    params: unknown,
    deadline: Deadline,
    onBytes?: (count: number) => void,
  ) {
    const id = Math.floor(random() * 2 ** 48)
    const { signal } = deadline
    const { answerBytes, grows } = methodOf(namespace, method)
    const bounds = { signal, now: clock.now, answerBytes, grows, onBytes }
    const result = await deadline
      .race(askNode(http, url, { id, method, params }, bounds))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
        if (!(signal.reason instanceof DeadlineError)) throw signal.reason
        throw new NodeFault('The node took too long.', { isLate: true })
      })
    if (!isResultOf(namespace, method, params, result.value)) {
      throw new NodeFault(`The node's result for ${method} is malformed.`)
    }
    return result
  }

  /** Checked again from time to time: a node can come back with another chain. */
  async function checkChain(deadline: Deadline): Promise<void> {
    if (chainKnownUntil > clock.now()) return
    const isRightChain = await isOfChain(chain, (method) => question(method, [], deadline)).catch(
      (cause: unknown) => {
        if (!(cause instanceof NodeFault || cause instanceof NodeError)) throw cause
        // Only this check failed; the caller's own request was not sent.
        const fault = cause instanceof NodeFault ? cause : undefined
        throw new NodeFault('The node did not name its chain.', {
          wasNeverSent: true,
          retryAfter: fault?.retryAfter,
          isLate: fault?.isLate ?? false,
          cause,
        })
      },
    )
    if (!isRightChain) {
      outUntil = clock.now() + OTHER_CHAIN_PAUSE
      isBarred = true
      throw new NodeFault('The node serves another chain.', { wasNeverSent: true })
    }
    chainKnownUntil = clock.now() + CHAIN_CHECK_INTERVAL
  }

  function noteFailure(fault: NodeFault): void {
    failures += 1
    if (isBarred && outUntil > clock.now()) return
    const minPause = fault.isLate ? PAUSE_AFTER_STALL : FIRST_PAUSE
    const pause = Math.min(LONGEST_PAUSE, Math.max(minPause, FIRST_PAUSE * 2 ** (failures - 1)))
    isBarred = fault.retryAfter !== undefined
    outUntil = clock.now() + (fault.retryAfter ?? pause * (0.5 + random() / 2))
    chainKnownUntil = 0
  }

  function noteAnswer(): void {
    failures = 0
    outUntil = 0
    isBarred = false
  }

  return {
    url,
    get outUntil() {
      return outUntil
    },
    get isBarred() {
      return isBarred && outUntil > clock.now()
    },
    async ask(method, params, deadline, onBytes) {
      try {
        await checkChain(deadline)
        const result = await question(method, params, deadline, onBytes)
        noteAnswer()
        return result
      } catch (error) {
        if (error instanceof NodeFault) noteFailure(error)
        else if (error instanceof NodeError) noteAnswer()
        throw error
      }
    },
  }
}

async function isOfChain(
  chain: NetworkId,
  request: (method: string) => Promise<NodeAnswer>,
): Promise<boolean> {
  const reference = referenceOf(chain)
  if (namespaceOf(chain) === 'solana') {
    // A Solana chain id is the first 32 characters of its genesis hash.
    return String((await request('getGenesisHash')).value).slice(0, 32) === reference
  }
  return parseQuantity((await request('eth_chainId')).value)?.toString() === reference
}
