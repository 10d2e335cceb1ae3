import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress, parseData, parseHash, parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import { type TransferLog, toNumber } from './transferLogs.js'

/** A mined transaction without its logs. */
export type MinedTransaction = {
  readonly hash: Hex
  readonly block: number
  readonly index: number
  readonly from: Hex
  /** Undefined when it created a contract. */
  readonly to: Hex | undefined
  readonly value: bigint
  readonly nonce: number
  readonly input: Hex
  readonly isFailed: boolean
  readonly time: number | undefined
  readonly createdContract: Hex | undefined
}

export type InternalTransfer = { readonly from: Hex; readonly to: Hex; readonly value: bigint }

export type FoundTransactions = {
  readonly found: readonly MinedTransaction[]
  readonly from: number
  /** What these transactions moved, from a source that misses none: no logs need to be read. */
  readonly assets?: {
    readonly transfers: readonly TransferLog[]
    /** By hash. */
    readonly internal: ReadonlyMap<string, readonly InternalTransfer[]>
  }
}

/** Native transfers emit no logs; nodes with Otterscan's methods can search them. */
export type TransactionSearch = {
  /**
   * At least `size` transactions below block `before`, or all from block `floor`, newest first; complete
   * down to block `from`. Undefined if the chain's nodes cannot search.
   */
  find(
    chain: NetworkId,
    account: Hex,
    range: {
      /** The hash of the chain's newest block. */
      readonly head: string
      readonly before: number
      readonly floor: number
      readonly size: number
    },
  ): Promise<FoundTransactions | undefined>
  /** Whether it can miss the newest transactions for a while, so that what it finds must not be stored. */
  canLag(chain: NetworkId): boolean
  /** Native coins that contracts transferred in a transaction. */
  readInternal(
    chain: NetworkId,
    transaction: Pick<MinedTransaction, 'hash' | 'block'>,
  ): Promise<readonly InternalTransfer[]>
}

type Complete = {
  readonly head: string
  readonly before: number
  readonly found: readonly MinedTransaction[]
}

const completeLifetimeMs = 60_000
const unsupportedLifetimeMs = 600_000
const internalLifetimeMs = 3_600_000

export function createTransactionSearch(parts: {
  readonly nodes: Nodes
  readonly clock: Clock
}): TransactionSearch {
  const { nodes, clock } = parts
  const unsupported = createCache<true>(clock, { lifetime: unsupportedLifetimeMs, size: 100 })
  /** For accounts with few transactions a node scans the whole chain, so cache for a minute. */
  const complete = createCache<Complete>(clock, { lifetime: completeLifetimeMs, size: 1_000 })
  const internalTransfers = createCache<readonly InternalTransfer[]>(clock, {
    lifetime: internalLifetimeMs,
    size: 10_000,
  })

  async function search(
    chain: NetworkId,
    method: 'ots_searchTransactionsAfter' | 'ots_searchTransactionsBefore',
    account: Hex,
    block: number,
    size: number,
  ) {
    const answer = await nodes
      .call(chain, method, [account, block, size])
      .catch((error: unknown) => {
        if (!(error instanceof NodeRpcError)) throw error
        unsupported.set(chain, true)
        return undefined
      })
    if (answer === undefined) return undefined
    const { txs, receipts, firstPage, lastPage } = answer as SearchResponse
    const found = txs.flatMap((tx, index) => parseMinedTransaction(tx, receipts[index]) ?? [])
    return found.length < txs.length ? undefined : { found, firstPage, lastPage }
  }

  return {
    canLag: () => false,
    async find(chain, account, { head, before, floor, size }) {
      if (unsupported.peek(chain)) return undefined
      const key = `${chain}:${account}`
      const known = complete.peek(key)
      if (known?.head === head && known.before >= before) {
        return { found: known.found.filter(({ block }) => block < before), from: 0 }
      }
      if (floor > 0) {
        // Only the blocks above the floor are searched, unless they have more than a page.
        const above = await search(chain, 'ots_searchTransactionsAfter', account, floor - 1, size)
        if (!above) return undefined
        const found = above.found.filter(({ block }) => block >= floor && block < before)
        if (above.firstPage) return { found, from: floor }
      }
      const below = await search(chain, 'ots_searchTransactionsBefore', account, before, size)
      if (!below) return undefined
      const found = below.found.filter(({ block }) => block < before)
      if (found.length < below.found.length) return undefined
      if (below.lastPage) complete.set(key, { head, before, found })
      const from = below.lastPage ? 0 : Math.min(before, ...found.map(({ block }) => block))
      return { found, from }
    },
    readInternal(chain, { hash, block }) {
      return internalTransfers.get(`${chain}:${hash}:${block}`, async () => {
        const operations = (await nodes
          .call(chain, 'ots_getInternalOperations', [hash])
          .catch((error: unknown) => {
            if (error instanceof NodeRpcError) return []
            throw error
          })) as readonly Readonly<Record<string, unknown>>[]
        return operations.flatMap((operation) => {
          const from = parseAddress(operation.from)
          const to = parseAddress(operation.to)
          const value = parseQuantity(operation.value)
          return from && to && value ? [{ from, to, value }] : []
        })
      })
    },
  }
}

type SearchResponse = {
  readonly txs: readonly unknown[]
  readonly receipts: readonly unknown[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

/** Parses a node's transaction and optional receipt. */
export function parseMinedTransaction(
  transaction: unknown,
  receipt?: unknown,
): MinedTransaction | undefined {
  const tx = transaction as Readonly<Record<string, unknown>>
  const outcome = (receipt ?? {}) as Readonly<Record<string, unknown>>
  const hash = parseHash(tx.hash)
  const from = parseAddress(tx.from)
  const value = parseQuantity(tx.value)
  const nonce = toNumber(tx.nonce)
  const input = parseData(tx.input)
  const block = toNumber(tx.blockNumber)
  const index = toNumber(tx.transactionIndex)
  if (!hash || !from || value === undefined || nonce === undefined || input === undefined) {
    return undefined
  }
  if (block === undefined || index === undefined) return undefined
  return {
    hash,
    block,
    index,
    from,
    to: parseAddress(tx.to),
    value,
    nonce,
    input,
    isFailed: outcome.status === '0x0',
    time: parseTime(outcome.timestamp),
    createdContract: parseAddress(outcome.contractAddress),
  }
}

/** Some nodes send a number, others a quantity. */
function parseTime(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : toNumber(value)
}
