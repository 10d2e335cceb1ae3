import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Refusal } from '../api/Refusal.js'
import type { Clock } from '../clock.js'
import { NodeError, type Nodes } from '../nodes/Nodes.js'
import { type BundlerError, invalid, unavailable } from './BundlerError.js'
import type { OperationStore, SentOperation } from './operationStore.js'
import { readReceipt } from './receipt.js'

/** Sends the transactions that carry operations: each once, in the order of its nonces, none forgotten. */
export interface Executor {
  readonly address: Hex
  /** Resolves once it is on its way. A BundlerError when it is not, and never will be. */
  carry(bundle: Bundle): Promise<void>
  /** Takes up whatever is on its way, also what a stopped provider has left. */
  resume(): Promise<void>
  /** Does so again and again; the answer stops it. */
  watch(clock: Clock, onError: (error: unknown) => void): () => void
}

export type Bundle = Pick<SentOperation, 'chain' | 'hash' | 'sender' | 'nonce' | 'operation'> & {
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const WATCH_MS = 3_000
const MOST_WAITING = 64
const FORGET_MS = 3_600_000
const KEPT_MS = 90 * 86_400_000

export function createExecutor({
  nodes,
  store,
  executorKey,
}: {
  readonly nodes: Nodes
  readonly store: OperationStore
  readonly executorKey: Hex
}): Executor {
  const account = privateKeyToAccount(executorKey)
  /** Whoever waits here holds no connection to the database meanwhile. */
  const queues = new Map<NetworkId, Promise<unknown>>()

  function inTurn<result>(
    chain: NetworkId,
    work: (nextFree: number) => Promise<result>,
  ): Promise<result> {
    const before = queues.get(chain) ?? Promise.resolve()
    const turn = before.then(() => store.inTurn(chain, account.address, work))
    queues.set(
      chain,
      turn.catch(() => undefined),
    )
    return turn
  }

  async function countOf(chain: NetworkId, block: 'pending' | 'latest'): Promise<number> {
    const params = [account.address, block]
    const count = parseQuantity(await nodes.call(chain, 'eth_getTransactionCount', params))
    if (count === undefined) throw new Refusal(503, 'chainId', 'The node gave no usable answer.')
    return Number(count)
  }

  async function isKnown({ chain, transactionHash }: SentOperation): Promise<boolean> {
    return (await nodes.call(chain, 'eth_getTransactionByHash', [transactionHash])) !== null
  }

  /** False when the node refused it and does not have it. */
  async function broadcast(sent: SentOperation): Promise<boolean> {
    try {
      await nodes.call(sent.chain, 'eth_sendRawTransaction', [sent.signed])
      return true
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      return isKnown(sent)
    }
  }

  async function settle({ chain, hash, transactionHash }: SentOperation): Promise<boolean> {
    const receipt = await nodes.call(chain, 'eth_getTransactionReceipt', [transactionHash])
    if (receipt === null) return false
    await store.finish(chain, hash, readReceipt(hash, receipt) ? 'done' : 'failed')
    return true
  }

  async function advance(sent: SentOperation): Promise<void> {
    if (await settle(sent)) return
    if (await isKnown(sent)) return
    // In this order: whoever took the place before the count was read has a receipt by now.
    const isPlaceTaken = (await countOf(sent.chain, 'latest')) > sent.executorNonce
    if (await settle(sent)) return
    if (isPlaceTaken) await store.finish(sent.chain, sent.hash, 'lost')
    else await broadcast(sent)
  }

  async function resume(): Promise<void> {
    for (const sent of await store.unfinished()) {
      await advance(sent).catch((error: unknown) => {
        // The others' chains may answer although this one's does not.
        if (!(error instanceof Refusal)) throw error
      })
    }
  }

  return {
    address: account.address,
    resume,

    carry: ({ chain, hash, sender, nonce, operation, data, ...prices }) =>
      inTurn(chain, async (nextFree) => {
        const [pending, latest] = await Promise.all([
          countOf(chain, 'pending'),
          countOf(chain, 'latest'),
        ])
        const executorNonce = Math.max(nextFree, pending)
        // The chain takes none at the moment: those before it would hold it up.
        if (executorNonce - latest >= MOST_WAITING) throw cannotCarry()
        const signed = await account.signTransaction({
          type: 'eip1559',
          chainId: Number(referenceOf(chain)),
          nonce: executorNonce,
          to: entryPointAddress,
          data,
          ...prices,
        })
        const sent: SentOperation = {
          chain,
          hash,
          sender,
          nonce,
          operation,
          state: 'sent',
          executor: account.address,
          executorNonce,
          signed,
          transactionHash: keccak256(signed),
        }
        // Kept before it is sent: a provider that is stopped here sends it when it is back.
        if (!(await store.add(sent))) {
          throw invalid('An operation of this account with the same nonce is on its way.')
        }
        if (await broadcast(sent)) return
        await store.remove(chain, hash)
        throw cannotCarry()
      }),

    watch(clock, onError) {
      let isBusy = false
      const stopForgetting = clock.every(FORGET_MS, () => {
        store.forget(clock.now() - KEPT_MS).catch(onError)
      })
      const stopWatching = clock.every(WATCH_MS, () => {
        if (isBusy) return
        isBusy = true
        resume()
          .catch(onError)
          .finally(() => {
            isBusy = false
          })
      })
      return () => {
        stopForgetting()
        stopWatching()
      }
    },
  }
}

function cannotCarry(): BundlerError {
  return unavailable('The operation cannot be carried now.')
}
