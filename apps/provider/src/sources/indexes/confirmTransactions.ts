import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import { type MinedTransaction, parseMinedTransaction } from '../history/transactionSearch.js'
import { parseTransferLog, type TransferLog, toNumber } from '../history/transferLogs.js'
import { mapConcurrent } from '../mapConcurrent.js'
import { type ClaimedTransaction, type ClaimedTransactions, IndexError } from './ChainIndex.js'

export type ConfirmedTransaction = {
  readonly tx: MinedTransaction
  /** All token transfers, also those of other accounts. */
  readonly transfers: readonly TransferLog[]
}

export type ConfirmTransactions = (
  chain: NetworkId,
  account: Hex,
  claimed: ClaimedTransactions,
  signal: AbortSignal,
) => Promise<readonly (ClaimedTransaction & ConfirmedTransaction)[]>

const lifetimeMs = 3_600_000
const maxEntries = 5_000
const concurrency = 8

/**
 * Reads the transactions that an index names from the chain's nodes. Those that the nodes do not have, have in
 * another block, or that do not concern the account are left out.
 */
export function createConfirmTransactions({
  nodes,
  clock,
}: {
  readonly nodes: Nodes
  readonly clock: Clock
}): ConfirmTransactions {
  const cache = createCache<ConfirmedTransaction>(clock, {
    lifetime: lifetimeMs,
    size: maxEntries,
  })

  async function read(
    chain: NetworkId,
    hash: Hex,
    signal: AbortSignal,
  ): Promise<ConfirmedTransaction | undefined> {
    const [transaction, receipt] = await Promise.all([
      nodes.call(chain, 'eth_getTransactionByHash', [hash], signal),
      nodes.call(chain, 'eth_getTransactionReceipt', [hash], signal),
    ])
    if (!transaction || !receipt) return undefined
    const tx = parseMinedTransaction(transaction, receipt)
    const { logs } = receipt as { readonly logs?: unknown }
    if (tx?.hash !== hash || !Array.isArray(logs)) return undefined
    const transfers = logs.flatMap(parseTransferLog).filter((log) => log.hash === hash)
    return { tx: { ...tx, time: await readTime(chain, tx, logs, signal) }, transfers }
  }

  async function readTime(
    chain: NetworkId,
    { block }: MinedTransaction,
    logs: readonly unknown[],
    signal: AbortSignal,
  ) {
    const [log] = logs
    const inLog = isRecord(log) ? toNumber(log.blockTimestamp) : undefined
    if (inLog !== undefined) return inLog
    const params = [toQuantity(BigInt(block)), false]
    const answer = await nodes.call(chain, 'eth_getBlockByNumber', params, signal)
    return isRecord(answer) ? toNumber(answer.timestamp) : undefined
  }

  /** A cached transaction can have moved to another block. */
  async function confirm(
    chain: NetworkId,
    { hash, block }: ClaimedTransaction,
    signal: AbortSignal,
  ) {
    const key = `${chain}:${hash}`
    const known = cache.peek(key)
    if (known?.tx.block === block) return known
    const found = await read(chain, hash, signal)
    if (found?.tx.block !== block) return undefined
    cache.set(key, found)
    return found
  }

  return async (chain, account, { transactions }, signal) => {
    const confirmed = await mapConcurrent(transactions, concurrency, async (claim) => {
      const found = await confirm(chain, claim, signal)
      return found && concerns(account, claim, found) ? [{ ...claim, ...found }] : []
    })
    const found = confirmed.flat()
    if (found.length === 0 && transactions.length > 0) {
      throw new IndexError('contradicted', 'The nodes have none of the transactions.')
    }
    return found
  }
}

function concerns(
  account: Hex,
  { internal }: ClaimedTransaction,
  { tx, transfers }: ConfirmedTransaction,
): boolean {
  const parties = [tx.from, tx.to, tx.createdContract]
  return (
    parties.includes(account) ||
    internal.length > 0 ||
    transfers.some(({ from, to }) => from === account || to === account)
  )
}
