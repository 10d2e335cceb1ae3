import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { AccountSignatureStore } from '../../store/accountSignatures.js'
import { isDatabaseDown } from '../../store/DatabaseError.js'
import { createCache } from '../createCache.js'
import { mapConcurrent } from '../mapConcurrent.js'
import type { Tokens } from '../tokens/createTokens.js'
import { readOwnedAccounts } from '../tokens/solanaTokenAccounts.js'
import type { HistoryItem, HistoryPage, HistoryTransfer } from './HistoryItem.js'
import { createKeptSignatures } from './keptSignatures.js'
import {
  formatPosition,
  listSignatures,
  maxSignatures,
  parsePosition,
  type Signature,
  type SignatureSource,
} from './solanaSignatures.js'
import {
  formatChanges,
  parseChanges,
  parseSolanaTransaction,
  type TransactionChanges,
} from './solanaTransaction.js'

export type SolanaHistory = {
  /** The newest transactions before a position. */
  readPage(
    chain: NetworkId,
    account: string,
    position: string | undefined,
    size: number,
  ): Promise<HistoryPage>
}

type Slice = { readonly entries: readonly SolanaEntry[]; readonly next: Signature | undefined }
type SolanaEntry = { readonly one: Signature; readonly changes: TransactionChanges }

/** Token transfers do not name the owner, so token accounts are read too. */
const maxTokenAccounts = 20
const concurrency = 8
/** The newest page of an index, so that an account's visitors do not use up the key's rate. */
const freshMs = 10_000
const maxPages = 2_000
/** A finalized transaction does not change. */
const changesLifetimeMs = 3_600_000
const maxChanges = 5_000

/** A Solana account's transactions: by an index, without one by the nodes. */
export function createSolanaHistory(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly clock: Clock
  readonly signatures: SignatureSource
  /** Without it, each page is read from the nodes. */
  readonly signatureStore?: AccountSignatureStore | undefined
}): SolanaHistory {
  const { nodes, tokens, clock, signatures, signatureStore: store } = parts
  const kept = store && createKeptSignatures({ nodes, clock, store })
  const reading = createCache<Slice>(clock, { lifetime: 0, size: 1 })
  const newest = createCache<Slice>(clock, { lifetime: freshMs, size: maxPages })
  const known = createCache<TransactionChanges>(clock, {
    lifetime: changesLifetimeMs,
    size: maxChanges,
  })

  async function readChanges(
    chain: NetworkId,
    account: string,
    { signature }: Signature,
    signal?: AbortSignal,
  ): Promise<TransactionChanges | undefined> {
    const key = `${chain}:${account}:${signature}`
    const cached = known.peek(key)
    if (cached) return cached
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    const answer = await nodes.call(chain, 'getTransaction', [signature, options], signal)
    const changes = parseSolanaTransaction(answer, account)
    if (changes) known.set(key, changes)
    return changes
  }

  async function readEntries(
    chain: NetworkId,
    account: string,
    list: readonly Signature[],
    signal?: AbortSignal,
  ): Promise<readonly SolanaEntry[]> {
    const read = await mapConcurrent(list, concurrency, async (one) => {
      const changes = await readChanges(chain, account, one, signal)
      return changes ? [{ one, changes }] : []
    })
    return read.flat()
  }

  /** Only what the nodes have too, and that concerns the account. */
  async function readIndexed(
    chain: NetworkId,
    account: string,
    before: Signature | undefined,
    size: number,
  ): Promise<Slice | undefined> {
    return signatures.find(chain, account, {
      ...{ before, size },
      async confirm(found, signal) {
        const read = await readEntries(chain, account, found, signal)
        return read.filter(({ one, changes }) => changes.isNamed && changes.slot === one.slot)
      },
    })
  }

  async function readOwned(chain: NetworkId, account: string): Promise<readonly string[]> {
    const { accounts } = await readOwnedAccounts(nodes, chain, account)
    return accounts.slice(0, maxTokenAccounts).map(({ address }) => address)
  }

  async function readKept(
    chain: NetworkId,
    account: string,
    before: Signature | undefined,
    size: number,
  ): Promise<Slice | undefined> {
    const owned = () => readOwned(chain, account)
    const page = await kept?.readPage(chain, account, { before, size, owned })
    if (!page) return undefined
    const { history, list, hasMore } = page
    const unseen = await readEntries(
      chain,
      account,
      list.filter(({ entry }) => entry === null),
    )
    const described = unseen.map(({ one: { slot, signature }, changes }) => {
      return { slot, signature, entry: formatChanges(changes) }
    })
    await store?.describe(history, described)
    const read = new Map(unseen.map((entry) => [entry.one.signature, entry]))
    const entries = list.flatMap((one): SolanaEntry[] => {
      if (one.entry !== null) return [{ one, changes: parseChanges(one.slot, one.entry) }]
      return read.has(one.signature) ? [read.get(one.signature) as SolanaEntry] : []
    })
    return { entries, next: hasMore ? list.at(-1) : undefined }
  }

  async function readFromNodes(
    chain: NetworkId,
    account: string,
    before: Signature | undefined,
    size: number,
  ): Promise<Slice> {
    const addresses = [account, ...(await readOwned(chain, account))]
    const lists = await mapConcurrent(addresses, concurrency, (address) =>
      listBefore(nodes, chain, address, before, size),
    )
    const unique = new Map(lists.flat().map((one) => [one.signature, one]))
    const ordered = [...unique.values()].sort((a, b) => b.slot - a.slot)
    const shown = ordered.slice(0, size)
    const isMore = ordered.length > shown.length || lists.some((list) => list.length >= size)
    return {
      entries: await readEntries(chain, account, shown),
      next: isMore ? shown.at(-1) : undefined,
    }
  }

  async function readSlice(
    chain: NetworkId,
    account: string,
    before: Signature | undefined,
    size: number,
  ): Promise<Slice> {
    const indexed = await readIndexed(chain, account, before, size)
    if (indexed) return indexed
    const known = await readKept(chain, account, before, size).catch((error: unknown) => {
      // Chains can be read without the database.
      if (!isDatabaseDown(error)) throw error
      return undefined
    })
    return known ?? readFromNodes(chain, account, before, size)
  }

  return {
    async readPage(chain, account, position, size) {
      const before = position === undefined ? undefined : parsePosition(position)
      const read = () => readSlice(chain, account, before, size)
      const isNewest = before === undefined && signatures.serves(chain)
      const key = `${chain}:${account}:${position ?? ''}:${size}`
      const { entries, next } = await (isNewest ? newest : reading).get(key, read)
      return {
        items: await toItems(tokens, chain, entries),
        next: next && formatPosition(next),
      }
    },
  }
}

async function listBefore(
  nodes: Nodes,
  chain: NetworkId,
  address: string,
  before: Signature | undefined,
  limit: number,
): Promise<readonly Signature[]> {
  if (!before) return listSignatures(nodes, chain, address, { limit })
  const options = { limit, before: before.signature }
  const below = await listSignatures(nodes, chain, address, options)
  if (below.length > 0) return below
  // Not every node accepts a signature of another account. Then list everything and filter by slot;
  // a transaction of the same slot can appear twice.
  const all = await listSignatures(nodes, chain, address, { limit: maxSignatures })
  if (all.some(({ signature }) => signature === before.signature)) return []
  return all.filter(({ slot }) => slot <= before.slot).slice(0, limit)
}

async function toItems(tokens: Tokens, chain: NetworkId, entries: readonly SolanaEntry[]) {
  const mints = entries.flatMap(({ changes }) => changes.changes.map(({ mint }) => mint))
  const found = await tokens.find(chain, mints)
  return entries.map(({ one, changes: { changes, ...transaction } }) => {
    const movements = changes.flatMap(({ mint, change }): HistoryTransfer[] => {
      const token = found.get(mint)
      if (!token) return []
      const { name, symbol, decimals } = token
      return [
        {
          direction: change > 0n ? 'in' : 'out',
          amount: change > 0n ? change : -change,
          decimals,
          asset: { kind: 'fungible', name, symbol },
          isSpam: false,
        },
      ]
    })
    const item: HistoryItem = {
      chain,
      hash: one.signature,
      operation: operationOf(movements),
      isFailed: transaction.isFailed,
      time: transaction.time ?? one.blockTime ?? 0,
      from: transaction.from,
      to: transaction.to,
      nonce: 0,
      transfers: movements,
    }
    return { item, position: formatPosition(one) }
  })
}

function operationOf(movements: readonly HistoryTransfer[]): HistoryItem['operation'] {
  const received = movements.some(({ direction }) => direction === 'in')
  const sent = movements.some(({ direction }) => direction === 'out')
  if (received && sent) return 'trade'
  if (received) return 'receive'
  return sent ? 'send' : 'execute'
}
