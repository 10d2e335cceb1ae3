import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Clock, skipWhileBusy } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { createTurns } from '../turns.js'
import { BundlerError, bundlerCodes, unavailable } from './BundlerError.js'
import type { RiskGuard } from './createRiskGuard.js'
import type { OperationStore, SentOperation } from './operationStore.js'
import { parseReceipt, parseSettlement } from './receipt.js'
import { type BundleTransaction, createSimulation } from './simulation.js'

/** Sends the transactions of operations: each once, in nonce order, also after a restart. */
export type Executor = {
  readonly address: Hex
  /** Throws a BundlerError while an operation of the owner is in flight. */
  assertNoneInFlight(chain: NetworkId, owner: string): Promise<void>
  /** Resolves once the transaction is sent. Throws a BundlerError if it never will be. */
  submit(bundle: Bundle): Promise<void>
  /** Continues with unfinished operations, also those of a stopped provider. */
  resume(): Promise<void>
  /** Calls `resume` regularly. Returns a function that stops it. */
  watch(clock: Clock, onError: (error: unknown) => void): () => void
}

export type Bundle = Pick<
  SentOperation,
  'chain' | 'hash' | 'sender' | 'nonce' | 'operation' | 'owner' | 'network' | 'factory' | 'atRisk'
> & {
  readonly transaction: BundleTransaction
  /** Drops the operation unless its transaction was sent. */
  readonly signal: AbortSignal
}

const watchIntervalMs = 3_000
const maxPendingTransactions = 64
const cleanupIntervalMs = 3_600_000
const retentionMs = 90 * 86_400_000
const transferGas = 21_000n

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
  const takeTurn = createTurns()
  const runExclusive = <result>(chain: NetworkId, work: (nextNonce: number) => Promise<result>) =>
    takeTurn(chain, () => store.runExclusive(chain, account.address, work))

  async function readNonce(
    chain: NetworkId,
    block: 'pending' | 'latest',
    executor = account.address,
  ): Promise<number> {
    const params = [executor, block]
    const count = parseQuantity(await nodes.call(chain, 'eth_getTransactionCount', params))
    if (count === undefined)
      throw new ApiError(503, 'chainId', 'The node returned an invalid response.')
    return Number(count)
  }

  async function isKnownToNode({ chain, transactionHash }: SentOperation): Promise<boolean> {
    return (await nodes.call(chain, 'eth_getTransactionByHash', [transactionHash])) !== null
  }

  /** False if the node rejected the transaction and does not know it. */
  async function broadcast(sent: SentOperation): Promise<boolean> {
    try {
      await nodes.call(sent.chain, 'eth_sendRawTransaction', [sent.signed])
      return true
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      return isKnownToNode(sent)
    }
  }

  async function settle(sent: SentOperation): Promise<boolean> {
    const { chain, hash, transactionHash } = sent
    const receipt = await nodes.call(chain, 'eth_getTransactionReceipt', [transactionHash])
    if (receipt === null) return false
    const { maxFeePerGas = 0n } = parseTransaction(sent.signed)
    const outcome = parseReceipt(hash, receipt) ? 'done' : 'failed'
    await store.finish(sent, outcome, parseSettlement(hash, receipt, maxFeePerGas))
    return true
  }

  /** Sends a transaction again that the node has dropped, unless it would fail now. */
  async function rebroadcast(sent: SentOperation): Promise<void> {
    const { data, gas = 0n, maxFeePerGas = 0n, ...rest } = parseTransaction(sent.signed)
    // Already replaced by a transfer.
    if (data === undefined) return void (await broadcast(sent))
    const maxPriorityFeePerGas = rest.maxPriorityFeePerGas ?? maxFeePerGas
    const transaction = { data, gas, maxFeePerGas, maxPriorityFeePerGas }
    try {
      await simulate(sent.chain, transaction)
    } catch (error) {
      if (!(error instanceof BundlerError)) throw error
      // Only an error of the entry point is final; a price that is too low may be enough later.
      if (error.data === undefined) return
      // Its account is not ours any more, and nothing of ours waits for its nonce.
      if (sent.executor !== account.address) return store.finish(sent, 'lost')
      return replaceByTransfer(sent, transaction)
    }
    await broadcast(sent)
  }

  /** Later transactions need its nonce used, and an empty transfer costs less than a failure. */
  async function replaceByTransfer(
    sent: SentOperation,
    transaction: BundleTransaction,
  ): Promise<void> {
    const { maxFeePerGas, maxPriorityFeePerGas } = transaction
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(referenceOf(sent.chain)),
      nonce: sent.executorNonce,
      to: account.address,
      gas: transferGas,
      // Another node may still have the first one, and replaces it for a tenth more.
      maxFeePerGas: (maxFeePerGas * 9n) / 8n + 1n,
      maxPriorityFeePerGas: (maxPriorityFeePerGas * 9n) / 8n + 1n,
    })
    const replacement = { signed, transactionHash: keccak256(signed) }
    await store.replace(sent, replacement)
    await broadcast({ ...sent, ...replacement })
  }

  /** Settles the operation first if its receipt is already there. */
  async function assertNoneInFlight(chain: NetworkId, owner: string): Promise<void> {
    const before = await store.findInFlight(chain, owner)
    if (before && !(await settle(before))) throw inFlightError(before.hash)
  }

  async function advance(sent: SentOperation): Promise<void> {
    if (await settle(sent)) return
    if (await isKnownToNode(sent)) return
    // In this order: a transaction that used the nonce before the count was read has a receipt now.
    const used = await readNonce(sent.chain, 'latest', sent.executor)
    const isNonceUsed = used > sent.executorNonce
    if (await settle(sent)) return
    if (isNonceUsed) await store.finish(sent, 'lost')
    else await rebroadcast(sent)
  }

  async function resume(): Promise<void> {
    for (const sent of await store.listUnfinished()) {
      await advance(sent).catch((error: unknown) => {
        // Other chains may respond although this one does not.
        if (!(error instanceof ApiError || error instanceof NodeRpcError)) throw error
      })
    }
  }

  return {
    address: account.address,
    assertNoneInFlight,
    resume,

    submit: ({ transaction, signal, ...bundle }) =>
      runExclusive(bundle.chain, async (nextNonce) => {
        signal.throwIfAborted()
        const { chain, hash, owner } = bundle
        await assertNoneInFlight(chain, owner)
        await guard.assertAllowed({ ...bundle, maxFeePerGas: transaction.maxFeePerGas })
        // It may have waited, so it is simulated again just before it is sent.
        const [pending, latest] = await Promise.all([
          readNonce(chain, 'pending'),
          readNonce(chain, 'latest'),
          simulate(chain, transaction, signal),
        ])
        const executorNonce = Math.max(nextNonce, pending)
        // The chain accepts none at the moment, so pending transactions would block it.
        if (executorNonce - latest >= maxPendingTransactions) throw notSubmittedError()
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
        // Stored before it is sent: a provider that stops here sends it after its restart.
        if (!(await store.add(sent))) throw inFlightError()
        if (await broadcast(sent)) return
        await store.remove(chain, hash)
        throw notSubmittedError()
      }),

    watch(clock, onError) {
      const stopCleanup = clock.every(cleanupIntervalMs, () => {
        store.removeEndedBefore(clock.now() - retentionMs).catch(onError)
      })
      const stopWatching = clock.every(watchIntervalMs, skipWhileBusy(resume, onError))
      return () => {
        stopCleanup()
        stopWatching()
      }
    },
  }
}

function inFlightError(hash?: Hex): BundlerError {
  return new BundlerError(
    bundlerCodes.throttled,
    'An operation of this account is in flight; wait for its receipt.',
    { reason: 'in-flight', ...(hash && { userOpHash: hash }) },
  )
}

function notSubmittedError(): BundlerError {
  return unavailable('The operation cannot be submitted now.')
}
