import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { NodeError, type Nodes } from '../nodes/Nodes.js'
import { BundlerError, bundlerCodes, unavailable } from './BundlerError.js'
import type { RiskGuard } from './createRiskGuard.js'
import type { OperationStore, SentOperation } from './operationStore.js'
import { readReceipt, readSettlement } from './receipt.js'
import { type BundleTransaction, createSimulation } from './simulation.js'

/** Sends the transactions that carry operations: each once, in the order of its nonces, none forgotten. */
export interface Executor {
  readonly address: Hex
  /** Throws a BundlerError while an operation of the owner is in flight. */
  assertNoneInFlight(chain: NetworkId, owner: string): Promise<void>
  /** Resolves once it is on its way. A BundlerError when it is not, and never will be. */
  carry(bundle: Bundle): Promise<void>
  /** Takes up whatever is on its way, also what a stopped provider has left. */
  resume(): Promise<void>
  /** Does so again and again; the answer stops it. */
  watch(clock: Clock, onError: (error: unknown) => void): () => void
}

export type Bundle = Pick<
  SentOperation,
  'chain' | 'hash' | 'sender' | 'nonce' | 'operation' | 'owner' | 'network' | 'factory' | 'atRisk'
> & {
  readonly transaction: BundleTransaction
  /** Nobody waits for the answer any more: it is dropped unless it was sent. */
  readonly signal: AbortSignal
}

const WATCH_MS = 3_000
const MOST_WAITING = 64
const FORGET_MS = 3_600_000
const KEPT_MS = 90 * 86_400_000
const TRANSFER_GAS = 21_000n

export function createExecutor({
  nodes,
  store,
  guard,
  executorKey,
}: {
  readonly nodes: Nodes
  readonly store: OperationStore
  readonly guard: RiskGuard
  readonly executorKey: Hex
}): Executor {
  const account = privateKeyToAccount(executorKey)
  const simulate = createSimulation(nodes, account.address)
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
    if (count === undefined) throw new ApiError(503, 'chainId', 'The node gave no usable answer.')
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

  async function settle(sent: SentOperation): Promise<boolean> {
    const { chain, hash, transactionHash } = sent
    const receipt = await nodes.call(chain, 'eth_getTransactionReceipt', [transactionHash])
    if (receipt === null) return false
    const { maxFeePerGas = 0n } = parseTransaction(sent.signed)
    const outcome = readReceipt(hash, receipt) ? 'done' : 'failed'
    await store.finish(sent, outcome, readSettlement(hash, receipt, maxFeePerGas))
    return true
  }

  /** Sends again what the node has forgotten, unless it would fail by now. */
  async function sendAgain(sent: SentOperation): Promise<void> {
    const { data, gas = 0n, maxFeePerGas = 0n, ...rest } = parseTransaction(sent.signed)
    // Its place has been given up before.
    if (data === undefined) return void (await broadcast(sent))
    const maxPriorityFeePerGas = rest.maxPriorityFeePerGas ?? maxFeePerGas
    const transaction = { data, gas, maxFeePerGas, maxPriorityFeePerGas }
    try {
      await simulate(sent.chain, transaction)
    } catch (error) {
      if (!(error instanceof BundlerError)) throw error
      // Only the entry point's own refusal is final; a price that is too low now may do later.
      if (error.data === undefined) return
      return giveUpPlace(sent, transaction)
    }
    await broadcast(sent)
  }

  /** Transactions behind it need its place filled, and an empty transfer costs less than a failure. */
  async function giveUpPlace(sent: SentOperation, transaction: BundleTransaction): Promise<void> {
    const { maxFeePerGas, maxPriorityFeePerGas } = transaction
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(referenceOf(sent.chain)),
      nonce: sent.executorNonce,
      to: account.address,
      gas: TRANSFER_GAS,
      // Another node may still hold the first one, and replaces it for a tenth more.
      maxFeePerGas: (maxFeePerGas * 9n) / 8n + 1n,
      maxPriorityFeePerGas: (maxPriorityFeePerGas * 9n) / 8n + 1n,
    })
    const replacement = { signed, transactionHash: keccak256(signed) }
    await store.replace(sent, replacement)
    await broadcast({ ...sent, ...replacement })
  }

  /** The receipt may be there before anybody has looked for it. */
  async function assertNoneInFlight(chain: NetworkId, owner: string): Promise<void> {
    const before = await store.findInFlight(chain, owner)
    if (before && !(await settle(before))) throw inFlight(before.hash)
  }

  async function advance(sent: SentOperation): Promise<void> {
    if (await settle(sent)) return
    if (await isKnown(sent)) return
    // In this order: whoever took the place before the count was read has a receipt by now.
    const isPlaceTaken = (await countOf(sent.chain, 'latest')) > sent.executorNonce
    if (await settle(sent)) return
    if (isPlaceTaken) await store.finish(sent, 'lost')
    else await sendAgain(sent)
  }

  async function resume(): Promise<void> {
    for (const sent of await store.unfinished()) {
      await advance(sent).catch((error: unknown) => {
        // The others' chains may answer although this one's does not.
        if (!(error instanceof ApiError || error instanceof NodeError)) throw error
      })
    }
  }

  return {
    address: account.address,
    assertNoneInFlight,
    resume,

    carry: ({ transaction, signal, ...bundle }) =>
      inTurn(bundle.chain, async (nextFree) => {
        signal.throwIfAborted()
        const { chain, hash, owner } = bundle
        await assertNoneInFlight(chain, owner)
        await guard.check({ ...bundle, maxFeePerGas: transaction.maxFeePerGas })
        // It may have waited for its turn, so it is tried again just before it is sent.
        const [pending, latest] = await Promise.all([
          countOf(chain, 'pending'),
          countOf(chain, 'latest'),
          simulate(chain, transaction, signal),
        ])
        const executorNonce = Math.max(nextFree, pending)
        // The chain takes none at the moment: those before it would hold it up.
        if (executorNonce - latest >= MOST_WAITING) throw cannotCarry()
        const signed = await account.signTransaction({
          type: 'eip1559',
          chainId: Number(referenceOf(chain)),
          nonce: executorNonce,
          to: entryPointAddress,
          ...transaction,
        })
        const sent: SentOperation = {
          ...bundle,
          state: 'sent',
          executor: account.address,
          executorNonce,
          signed,
          transactionHash: keccak256(signed),
        }
        // Kept before it is sent: a provider that is stopped here sends it when it is back.
        if (!(await store.add(sent))) throw inFlight()
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

function inFlight(hash?: Hex): BundlerError {
  return new BundlerError(
    bundlerCodes.throttled,
    'An operation of this account is in flight; wait for its receipt.',
    { reason: 'in-flight', ...(hash && { userOpHash: hash }) },
  )
}

function cannotCarry(): BundlerError {
  return unavailable('The operation cannot be carried now.')
}
