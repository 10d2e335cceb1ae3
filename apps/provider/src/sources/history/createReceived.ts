import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { AccountDiscoveryStore } from '../../store/accountDiscoveries.js'
import type { BlockId } from '../../store/accountHistory.js'
import { isDatabaseDown } from '../../store/DatabaseError.js'
import { createCache } from '../createCache.js'
import type { Nft } from '../nfts/Nft.js'
import { createChainHeads } from './chainHead.js'
import { compareNewestFirst, type LogPosition, scanTransfers } from './transferLogs.js'

/** Assets an account has received, as far back as scanned. It may no longer own them. */
export type Received = {
  /** Each call scans the newest blocks and some more of the older ones. */
  scan(chain: NetworkId, account: Hex): Promise<ReceivedAssets>
}

export type ReceivedAssets = TokenContracts & ReceivedPieces

export type ReceivedTokens = {
  scan(chain: NetworkId, account: Hex): Promise<TokenContracts>
}

export type ReceivedNfts = {
  scan(chain: NetworkId, account: Hex): Promise<ReceivedPieces>
}

type TokenContracts = {
  /** Contracts of fungible tokens. */
  readonly tokens: ReadonlySet<string>
}

type ReceivedPieces = {
  /** Newest first, without duplicates. */
  readonly pieces: readonly ReceivedNft[]
  /** The lowest scanned block; all above are scanned too. */
  readonly from: number
  /** Whether scanning further back can find more NFTs. */
  readonly hasMore: boolean
}

export type ReceivedNft = Nft & LogPosition & { readonly hash: Hex }

type ScanState = ReceivedAssets & {
  readonly to: number
  readonly toHash: string
  readonly checkpoints: readonly BlockId[]
  /** The block range that the nodes accepted last. */
  readonly range: number | undefined
}

const lifetimeMs = 24 * 3_600_000
const maxAccounts = 2_000
/** Anyone can send thousands of worthless tokens; only the first ones count. */
const maxTokens = 200
/** The newest NFTs. */
const maxNfts = 1_000
/** Block ranges per call: an old account is scanned over several calls. */
const maxRanges = 4
/** Blocks in which nothing was found are stored together, not one by one. */
const maxUnstoredBlocks = 1_000

export function createReceived(parts: {
  readonly nodes: Nodes
  readonly clock: Clock
  /** Keeps what was found across restarts. */
  readonly discoveryStore?: AccountDiscoveryStore | undefined
}): Received {
  const { nodes, discoveryStore } = parts
  const heads = createChainHeads(parts)
  const cache = createCache<ScanState>(parts.clock, { lifetime: lifetimeMs, size: maxAccounts })
  const scans = new Map<string, Promise<ReceivedAssets>>()

  async function scanFurther(
    chain: NetworkId,
    account: Hex,
    known: ScanState | undefined,
  ): Promise<ScanState> {
    const head = await heads.read(chain)
    // After a reorganisation, continue from where the chains part.
    const base =
      known?.toHash === head.hash
        ? { block: known.to }
        : known && (await heads.findCanonical(chain, head, known.checkpoints))
    const before = base && known && base.block >= known.from ? upTo(known, base.block) : undefined
    const tokens = new Set(before?.tokens)
    const pieces = new Map(before?.pieces.map((piece) => [keyOf(piece), piece]))
    let range = before?.range

    async function scan(high: number, low: number, start?: number): Promise<number> {
      const found = await scanTransfers(nodes, chain, account, {
        high,
        low,
        direction: 'in',
        maxRanges: maxRanges,
        isEnough: () => false,
        ...(start !== undefined && { range: start }),
      })
      range = found.range
      for (const {
        kind,
        contract,
        tokenId,
        standard,
        hash,
        block,
        logIndex,
        batchIndex,
      } of found.transfers) {
        if (kind === 'fungible') {
          if (tokens.size < maxTokens) tokens.add(contract)
        } else if (tokenId !== undefined && standard !== 'erc20') {
          const piece = { contract, tokenId, standard, hash, block, logIndex, batchIndex }
          const earlier = pieces.get(keyOf(piece))
          if (!earlier || compareNewestFirst(piece, earlier) < 0) pieces.set(keyOf(piece), piece)
        }
      }
      return found.from
    }

    const from = await scanAround(scan, head.block, before)
    const newest = [...pieces.values()].sort(compareNewestFirst).slice(0, maxNfts)
    const hasMore = from > 0 && newest.length < maxNfts
    return {
      ...{ tokens, pieces: newest, from, hasMore, range },
      to: head.block,
      toHash: head.hash,
      checkpoints: head.checkpoints,
    }
  }

  async function scanFrom(chain: NetworkId, account: Hex): Promise<ScanState> {
    const key = `${chain}:${account}`
    const known = cache.peek(key) ?? (await findStored(chain, account))
    const found = await scanFurther(chain, account, known)
    cache.set(key, found)
    if (!known || isWorthStoring(known, found)) await store(chain, account, found)
    return found
  }

  async function findStored(chain: NetworkId, account: Hex): Promise<ScanState | undefined> {
    const stored = await discoveryStore?.find(chain, account).catch(ignoreDatabaseDown)
    return (
      stored && {
        ...stored,
        tokens: new Set(stored.tokens),
        pieces: stored.pieces.map((piece) => ({
          ...piece,
          hash: piece.hash as Hex,
          tokenId: BigInt(piece.tokenId),
        })),
        hasMore: stored.from > 0 && stored.pieces.length < maxNfts,
      }
    )
  }

  async function store(chain: NetworkId, account: Hex, found: ScanState): Promise<void> {
    const { to, toHash, from, checkpoints, range } = found
    await discoveryStore
      ?.save(chain, account, {
        ...{ to, toHash, from, checkpoints, range },
        tokens: [...found.tokens],
        pieces: found.pieces.map((piece) => ({ ...piece, tokenId: piece.tokenId.toString() })),
      })
      .catch(ignoreDatabaseDown)
  }

  return {
    scan(chain, account) {
      const key = `${chain}:${account}`
      const running = scans.get(key)
      if (running) return running
      const scanning = scanFrom(chain, account).finally(() => scans.delete(key))
      scans.set(key, scanning)
      return scanning
    },
  }
}

/** Without NFTs of later blocks. Tokens do not name theirs, and a balance of zero hides a wrong one. */
function upTo(known: ScanState, to: number): ScanState {
  return { ...known, to, pieces: known.pieces.filter(({ block }) => block <= to) }
}

function isWorthStoring(known: ScanState, found: ScanState): boolean {
  return (
    found.from !== known.from ||
    found.tokens.size !== known.tokens.size ||
    found.pieces.some(({ hash }, index) => hash !== known.pieces[index]?.hash) ||
    Math.abs(found.to - known.to) > maxUnstoredBlocks
  )
}

/** Chains can be read without the database. */
function ignoreDatabaseDown(error: unknown): undefined {
  if (!isDatabaseDown(error)) throw error
}

/** Scans newer and older blocks than the known ones. Returns the lowest scanned block. */
async function scanAround(
  scan: (high: number, low: number, range?: number) => Promise<number>,
  head: number,
  known: ScanState | undefined,
): Promise<number> {
  if (!known) return scan(head, 0)
  const joined = head === known.to ? known.to + 1 : await scan(head, known.to + 1)
  // The new range must join the known one; if the gap is too long, start again.
  if (joined > known.to + 1) return joined
  return known.from > 0 ? scan(known.from - 1, 0, known.range) : 0
}

function keyOf({ contract, tokenId }: Nft): string {
  return `${contract}:${tokenId}`
}
