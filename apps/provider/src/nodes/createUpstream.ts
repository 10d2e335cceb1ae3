import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import { askNode, type NodeAnswer } from './askNode.js'
import { isResultOf } from './checkResult.js'
import { type Deadline, DeadlinePassed } from './deadline.js'
import type { HttpClient } from './HttpClient.js'
import { methodOf } from './methods.js'
import { NodeFault } from './NodeFault.js'
import { NodeError } from './Nodes.js'

/** One node, and what is known of its health. */
export interface Upstream {
  readonly url: string
  /** When it may be asked again; in the past for a healthy node. */
  readonly outUntil: number
  /** It asked for the pause itself, or serves another chain: not even a last resort before its time. */
  readonly isBarred: boolean
  /** `onBytes` is told of the answer's bytes as they arrive; what it throws ends the call. */
  ask(
    method: string,
    params: unknown,
    deadline: Deadline,
    onBytes?: (count: number) => void,
  ): Promise<NodeAnswer>
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** How long a node of another chain is left alone before it is looked at again. */
const OTHER_CHAIN_PAUSE = 60_000
const CHAIN_CHECK_INTERVAL = 300_000
/** A node that lets callers wait costs them most, so it rests longer. */
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
    const answer = await deadline
      .hold(askNode(http, url, { id, method, params }, bounds))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
        if (!(signal.reason instanceof DeadlinePassed)) throw signal.reason
        throw new NodeFault('The node took too long.', { isLate: true })
      })
    if (!isResultOf(namespace, method, params, answer.value)) {
      throw new NodeFault(`The node's answer to ${method} is malformed.`)
    }
    return answer
  }

  /** A node that was away may come back as another: it is asked for its chain now and then. */
  async function checkChain(deadline: Deadline): Promise<void> {
    if (chainKnownUntil > clock.now()) return
    const isSame = await isOfChain(chain, (method) => question(method, [], deadline)).catch(
      (cause: unknown) => {
        if (!(cause instanceof NodeFault || cause instanceof NodeError)) throw cause
        // Whatever became of this question, the caller's own was not sent.
        const fault = cause instanceof NodeFault ? cause : undefined
        throw new NodeFault('The node did not tell its chain.', {
          wasNeverSent: true,
          retryAfter: fault?.retryAfter,
          isLate: fault?.isLate ?? false,
          cause,
        })
      },
    )
    if (!isSame) {
      outUntil = clock.now() + OTHER_CHAIN_PAUSE
      isBarred = true
      throw new NodeFault('The node serves another chain.', { wasNeverSent: true })
    }
    chainKnownUntil = clock.now() + CHAIN_CHECK_INTERVAL
  }

  function noteFailure(fault: NodeFault): void {
    failures += 1
    if (isBarred && outUntil > clock.now()) return
    const least = fault.isLate ? PAUSE_AFTER_STALL : FIRST_PAUSE
    const rest = Math.min(LONGEST_PAUSE, Math.max(least, FIRST_PAUSE * 2 ** (failures - 1)))
    isBarred = fault.retryAfter !== undefined
    outUntil = clock.now() + (fault.retryAfter ?? rest * (0.5 + random() / 2))
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
        const answer = await question(method, params, deadline, onBytes)
        noteAnswer()
        return answer
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
  ask: (method: string) => Promise<NodeAnswer>,
): Promise<boolean> {
  const reference = referenceOf(chain)
  if (namespaceOf(chain) === 'solana') {
    // A Solana chain is named by the first 32 characters of its genesis hash.
    return String((await ask('getGenesisHash')).value).slice(0, 32) === reference
  }
  return parseQuantity((await ask('eth_chainId')).value)?.toString() === reference
}
