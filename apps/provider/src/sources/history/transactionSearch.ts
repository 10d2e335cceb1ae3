import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress, parseData, parseHash, parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { NodeError, type Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import { toNumber } from './transferLogs.js'

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
  readonly made: Hex | undefined
}

export type CoinMovement = { readonly from: Hex; readonly to: Hex; readonly value: bigint }

/** Native transfers emit no logs; nodes with Otterscan's methods can search them. */
export interface TransactionSearch {
  /**
   * At least `size` transactions below block `before`, newest first; complete down to block `from`.
   * Undefined if the chain's nodes cannot search.
   */
  below(
    chain: NetworkId,
    account: Hex,
    before: number,
    size: number,
  ): Promise<{ readonly found: readonly MinedTransaction[]; readonly from: number } | undefined>
  /** Native coins that contracts transferred in a transaction. */
  inside(chain: NetworkId, hash: Hex): Promise<readonly CoinMovement[]>
}

type Complete = { readonly before: number; readonly found: readonly MinedTransaction[] }

const COMPLETE_LIFETIME = 60_000
const UNABLE_LIFETIME = 600_000
const INSIDE_LIFETIME = 3_600_000

export function createTransactionSearch(parts: {
  readonly nodes: Nodes
  readonly clock: Clock
}): TransactionSearch {
  const { nodes, clock } = parts
  const unable = createMemory<true>(clock, { lifetime: UNABLE_LIFETIME, size: 100 })
  /** For accounts with few transactions a node scans the whole chain, so cache for a minute. */
  const complete = createMemory<Complete>(clock, { lifetime: COMPLETE_LIFETIME, size: 1_000 })
  const insides = createMemory<readonly CoinMovement[]>(clock, {
    lifetime: INSIDE_LIFETIME,
    size: 10_000,
  })

  return {
    async below(chain, account, before, size) {
      if (unable.peek(chain)) return undefined
      const key = `${chain}:${account}`
      const known = complete.peek(key)
      if (known && known.before >= before) {
        return { found: known.found.filter(({ block }) => block < before), from: 0 }
      }
      const answer = await nodes
        .call(chain, 'ots_searchTransactionsBefore', [account, before, size])
        .catch((error: unknown) => {
          if (!(error instanceof NodeError)) throw error
          unable.set(chain, true)
          return undefined
        })
      if (answer === undefined) return undefined
      const { txs, receipts, lastPage } = answer as SearchAnswer
      const found = txs
        .flatMap((tx, index) => readMined(tx, receipts[index]) ?? [])
        .filter(({ block }) => block < before)
      if (found.length < txs.length) return undefined
      if (lastPage) complete.set(key, { before, found })
      const from = lastPage ? 0 : Math.min(before, ...found.map(({ block }) => block))
      return { found, from }
    },
    inside(chain, hash) {
      return insides.get(`${chain}:${hash}`, async () => {
        const operations = (await nodes
          .call(chain, 'ots_getInternalOperations', [hash])
          .catch((error: unknown) => {
            if (error instanceof NodeError) return []
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

type SearchAnswer = {
  readonly txs: readonly unknown[]
  readonly receipts: readonly unknown[]
  readonly lastPage: boolean
}

/** Parses a node's transaction and optional receipt. */
export function readMined(transaction: unknown, receipt?: unknown): MinedTransaction | undefined {
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
    time: timeOf(outcome.timestamp),
    made: parseAddress(outcome.contractAddress),
  }
}

/** Some nodes send a number, others a quantity. */
function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : toNumber(value)
}
