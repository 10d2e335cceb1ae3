import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import type {
  Received,
  ReceivedNft,
  ReceivedNfts,
  ReceivedTokens,
} from '../history/createReceived.js'
import type { FoundTransactions, TransactionSearch } from '../history/transactionSearch.js'
import { compareNewestFirst, toNumber } from '../history/transferLogs.js'
import { createConfirmTransactions } from './confirmTransactions.js'
import type { ChainIndexes } from './createIndexes.js'

type Parts = { readonly nodes: Nodes; readonly clock: Clock; readonly indexes: ChainIndexes }

/** Newly received assets appear after this time. */
const freshMs = 10_000
/** Blocks that a chain can have added in this time. */
const maxNewBlocks = 100
const keptMs = 24 * 3_600_000
const maxAccounts = 2_000
/** Anyone can send thousands of worthless tokens. */
const maxTokens = 300
/** The newest NFTs. */
const maxNfts = 1_000
/** What a cursor can hold. */
const maxBatchIndex = 999

/** The fungible tokens an account may have: by an index, without one by the logs. */
export function createIndexedTokens({
  received,
  clock,
  indexes,
}: Omit<Parts, 'nodes'> & { readonly received: Received }): ReceivedTokens {
  const cache = createCache<ReadonlySet<string>>(clock, { lifetime: freshMs, size: maxAccounts })
  return {
    async scan(chain, account) {
      if (!indexes.serves(chain)) return received.scan(chain, account)
      const key = `${chain}:${account}`
      const known = cache.peek(key)
      if (known) return { tokens: known }
      const found = await indexes.read(chain, (index, signal) =>
        index.findTokens(chain, account, signal),
      )
      if (!found) return received.scan(chain, account)
      const tokens = new Set([...new Set(found)].slice(0, maxTokens))
      cache.set(key, tokens)
      return { tokens }
    },
  }
}

type NftState = {
  readonly pieces: readonly ReceivedNft[]
  readonly from: number
  readonly to: number
  readonly readAt: number
}

/** The NFTs an account received: by an index, without one by the logs. */
export function createIndexedNfts({
  nodes,
  received,
  clock,
  indexes,
}: Parts & { readonly received: Received }): ReceivedNfts {
  const cache = createCache<NftState>(clock, { lifetime: keptMs, size: maxAccounts })

  /** Reads what is new since the last call, and once more of what is older. */
  async function read(
    chain: NetworkId,
    account: Hex,
    known: NftState | undefined,
  ): Promise<NftState | undefined> {
    const head = toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
    const before = known && head >= known.to ? known : undefined
    return indexes.read(chain, async (index, signal) => {
      const find = (high: number, low: number) =>
        index.findNfts(chain, account, { high, low }, signal)
      const none = { pieces: [] as readonly ReceivedNft[], from: head + 1 }
      // From the last block on, because the index can have been behind the nodes.
      const newer = before ? await find(head, before.to) : await find(head, 0)
      const isJoined = before !== undefined && newer.from <= before.to
      const older = isJoined && before.from > 0 ? await find(before.from - 1, 0) : none
      const kept = isJoined ? before.pieces : []
      return {
        pieces: toNewest([...newer.pieces, ...kept, ...older.pieces]),
        from: Math.min(newer.from, isJoined ? before.from : newer.from, older.from),
        to: head,
        readAt: clock.now(),
      }
    })
  }

  return {
    async scan(chain, account) {
      if (!indexes.serves(chain)) return received.scan(chain, account)
      const key = `${chain}:${account}`
      const known = cache.peek(key)
      const isFresh = known !== undefined && known.readAt + freshMs > clock.now()
      const state = isFresh && known.from === 0 ? known : await read(chain, account, known)
      if (!state) return received.scan(chain, account)
      cache.set(key, state)
      const { pieces, from } = state
      return { pieces, from, hasMore: from > 0 && pieces.length < maxNfts }
    },
  }
}

/** Each NFT once, where it was received last. */
function toNewest(pieces: readonly ReceivedNft[]): readonly ReceivedNft[] {
  const newest = new Map<string, ReceivedNft>()
  for (const piece of pieces) {
    const key = `${piece.contract}:${piece.tokenId}`
    const known = newest.get(key)
    if (!known || compareNewestFirst(piece, known) < 0) newest.set(key, piece)
  }
  return numberBatches([...newest.values()]).slice(0, maxNfts)
}

/** Indexes do not tell positions within a transaction, so NFTs of the same place are numbered by their ids. */
function numberBatches(pieces: readonly ReceivedNft[]): readonly ReceivedNft[] {
  const sorted = pieces
    .map((piece) => ({ ...piece, batchIndex: 0 }))
    .sort(
      (a, b) =>
        compareNewestFirst(a, b) ||
        a.contract.localeCompare(b.contract) ||
        (a.tokenId < b.tokenId ? -1 : 1),
    )
  let batchIndex = maxBatchIndex
  return sorted.map((piece, at) => {
    const previous = sorted[at - 1]
    const isSame = previous !== undefined && compareNewestFirst(previous, piece) === 0
    batchIndex = isSame ? Math.max(0, batchIndex - 1) : maxBatchIndex
    return { ...piece, batchIndex }
  })
}

/** An account's transactions: by an index, without one by the nodes. */
export function createIndexedSearch({
  nodes,
  clock,
  indexes,
  search,
}: Parts & { readonly search: TransactionSearch }): TransactionSearch {
  const confirm = createConfirmTransactions({ nodes, clock })
  /** The newest page of an account, so that its visitors do not use up the key's rate. */
  const newest = createCache<{ readonly before: number; readonly page: FoundTransactions }>(clock, {
    lifetime: freshMs,
    size: maxAccounts,
  })

  async function read(chain: NetworkId, account: Hex, before: number, size: number) {
    return indexes.read(chain, async (index, signal): Promise<FoundTransactions> => {
      const claimed = await index.findTransactions(chain, account, before - 1, size, signal)
      const confirmed = await confirm(chain, account, claimed, signal)
      return {
        found: confirmed.map(({ tx }) => tx),
        from: claimed.from,
        assets: {
          transfers: confirmed.flatMap(({ transfers }) =>
            transfers.filter(({ from, to }) => from === account || to === account),
          ),
          internal: new Map(confirmed.map(({ hash, internal }) => [hash as string, internal])),
        },
      }
    })
  }

  return {
    canLag: (chain) => indexes.serves(chain) || search.canLag(chain),
    async find(chain, account, range) {
      if (!indexes.serves(chain)) return search.find(chain, account, range)
      const { before, size } = range
      const key = `${chain}:${account}`
      const known = newest.peek(key)
      const age = known && before - known.before
      if (known && age !== undefined && age >= 0 && age <= maxNewBlocks) return known.page
      const page = await read(chain, account, before, size)
      if (page && (age === undefined || age > 0)) newest.set(key, { before, page })
      return page ?? search.find(chain, account, range)
    },
    readInternal: search.readInternal,
  }
}
