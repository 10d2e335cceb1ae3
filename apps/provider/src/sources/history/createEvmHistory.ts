import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { AccountHistoryStore, StoredHistory, StoredRange } from '../../store/accountHistory.js'
import { isDatabaseDown } from '../../store/DatabaseError.js'
import { createCache } from '../createCache.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import { type BlockPosition, chainStart, isBelow, parsePosition } from './blockPosition.js'
import { type ChainHead, createChainHeads } from './chainHead.js'
import { type EvmEntry, readEvmEntries } from './evmEntries.js'
import { createEvmPage } from './evmPage.js'
import type { HistoryPage } from './HistoryItem.js'
import { formatEntry, parseEntry } from './storedEntry.js'
import type { TransactionSearch } from './transactionSearch.js'

export type EvmHistory = {
  /** The newest transactions below a position. New blocks do not shift a page. */
  readPage(
    chain: NetworkId,
    account: Hex,
    position: string | undefined,
    size: number,
  ): Promise<HistoryPage>
}

type Slice = { readonly entries: readonly EvmEntry[]; readonly next: BlockPosition | undefined }

/** Pages in memory, each as long as its block is the newest. */
const pageLifetimeMs = 60_000
const maxPages = 300
/** How often to start again when another process changes the same history. */
const maxTries = 3
/** More gaps between visits are not worth keeping: the oldest part is read again. */
const maxStoredRanges = 3

/** An account's transactions, read from logs once and then kept in the database. */
export function createEvmHistory(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
  readonly clock: Clock
  readonly search: TransactionSearch
  /** Without it, each page is read from the nodes. */
  readonly store?: AccountHistoryStore | undefined
}): EvmHistory {
  const { nodes, search, store } = parts
  const heads = createChainHeads({ nodes })
  const scanParts = { nodes, search }
  const pages = createCache<{ readonly head: string; readonly page: HistoryPage }>(parts.clock, {
    lifetime: pageLifetimeMs,
    size: maxPages,
  })
  const reading = new Map<string, Promise<{ page: HistoryPage; isStored: boolean }>>()

  async function readSlice(
    chain: NetworkId,
    account: Hex,
    head: ChainHead,
    before: BlockPosition,
    size: number,
  ): Promise<Slice & { readonly isStored: boolean }> {
    try {
      const kept = search.canLag(chain) ? undefined : store
      for (let tries = 0; kept && tries < maxTries; tries += 1) {
        const slice = await readStored(kept, chain, account, head, before, size)
        if (slice === 'not stored') break
        if (slice !== 'changed') return { ...slice, isStored: true }
      }
    } catch (error) {
      // Chains can be read without the database.
      if (!isDatabaseDown(error)) throw error
    }
    const scan = { head: head.hash, before, floor: 0, size }
    return { ...(await readEvmEntries(scanParts, chain, account, scan)), isStored: false }
  }

  /** `changed`: another process has changed the history at the same time. */
  async function readStored(
    store: AccountHistoryStore,
    chain: NetworkId,
    account: Hex,
    head: ChainHead,
    before: BlockPosition,
    size: number,
  ): Promise<Slice | 'not stored' | 'changed'> {
    let history = await store.open(chain, account)
    let { ranges, keepUpTo } = await extendToHead(chain, history.ranges, head)
    const list = async (range: StoredRange): Promise<Slice> => {
      const rows = await store.list(history, { ...range, before }, size + 1)
      return toSlice(rows.map(parseEntry), range.low, size)
    }
    // Each round joins two ranges or is the last one.
    for (;;) {
      const holder = ranges.findIndex((range) => holds(range, before))
      const at = Math.max(0, holder)
      const [range, lower] = [ranges[at], ranges[at + 1]]
      if (!range) return 'not stored'
      if (range === ranges[holder]) {
        const known = await list(range)
        // The next page reads further back.
        if (known.entries.length > 0 || known.next === undefined) return known
      }
      if (history.isFull && !lower) return 'not stored'
      const read = await readEvmEntries(scanParts, chain, account, {
        head: head.hash,
        before: range.low,
        floor: lower ? lower.high + 1 : 0,
        size,
      })
      if (!read.isConsistent) return 'not stored'
      const isJoined = read.next === undefined
      const grown = { ...range, low: read.next ?? lower?.low ?? chainStart }
      const changed = [
        ...ranges.slice(0, at),
        grown,
        ...ranges.slice(isJoined ? at + 2 : at + 1),
      ].slice(0, maxStoredRanges)
      const added = read.entries.map((entry) => formatEntry(account, entry))
      const saved = await store.save(history, { ranges: changed, keepUpTo, added })
      if (!saved) return 'changed'
      history = saved
      ranges = saved.ranges
      keepUpTo = head.block
      if (isJoined && lower) continue
      const held = ranges.find((candidate) => holds(candidate, before))
      return held ? list(held) : 'not stored'
    }
  }

  /** Adds a range at the head, and shortens the known ones to what is still part of the chain. */
  async function extendToHead(
    chain: NetworkId,
    ranges: StoredHistory['ranges'],
    head: ChainHead,
  ): Promise<{ ranges: readonly StoredRange[]; keepUpTo: number }> {
    const [newest] = ranges
    const isCurrent = newest?.high === head.block && newest.headHash === head.hash
    if (isCurrent) return { ranges, keepUpTo: head.block }
    const base = newest && (await heads.findCanonical(chain, head, newest.checkpoints))
    const keepUpTo = base?.block ?? -1
    const top: StoredRange = {
      high: head.block,
      headHash: head.hash,
      low: { block: head.block + 1, index: 0 },
      checkpoints: head.checkpoints,
    }
    const kept = ranges
      .filter(({ low }) => low.block <= keepUpTo)
      .map((range) => ({ ...range, high: Math.min(range.high, keepUpTo) }))
    return { ranges: [top, ...kept], keepUpTo }
  }

  async function read(
    chain: NetworkId,
    account: Hex,
    head: ChainHead,
    position: string | undefined,
    size: number,
  ) {
    const top = { block: head.block + 1, index: 0 }
    const asked = position === undefined ? top : parsePosition(position)
    const before = isBelow(top, asked) ? top : asked
    const { entries, next, isStored } = await readSlice(chain, account, head, before, size)
    const page = await createEvmPage(parts, chain, account, entries, next)
    return { page, isStored }
  }

  return {
    async readPage(chain, account, position, size) {
      const head = await heads.read(chain)
      const key = `${chain}:${account}:${position ?? ''}`
      const known = pages.peek(key)
      if (known?.head === head.hash) return known.page
      const runningKey = `${key}:${head.hash}`
      const running =
        reading.get(runningKey) ??
        read(chain, account, head, position, size).finally(() => reading.delete(runningKey))
      reading.set(runningKey, running)
      const { page, isStored } = await running
      if (isStored) pages.set(key, { head: head.hash, page })
      return page
    },
  }
}

/** Whether the transactions right below the position are in the range, or would be the next to be read. */
function holds({ high, low }: StoredRange, before: BlockPosition): boolean {
  return !isBelow({ block: high + 1, index: 0 }, before) && !isBelow(before, low)
}

function toSlice(entries: readonly EvmEntry[], low: BlockPosition, size: number): Slice {
  const shown = entries.slice(0, size)
  const isEnd = entries.length <= size
  const next = isEnd ? (isBelow(chainStart, low) ? low : undefined) : shown.at(-1)?.tx
  return { entries: shown, next }
}
