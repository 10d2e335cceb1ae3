import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import type { Nft } from '../nfts/Nft.js'
import { descending, type Place, scanTransfers, toNumber } from './transferLogs.js'

/** Assets an account has received, as far back as scanned. It may no longer own them. */
export interface Received {
  /** Each call scans the newest blocks and some more of the older ones. */
  of(chain: NetworkId, account: Hex): Promise<ReceivedAssets>
}

export type ReceivedAssets = {
  /** Contracts of fungible tokens. */
  readonly tokens: ReadonlySet<string>
  /** Newest first, without duplicates. */
  readonly pieces: readonly ReceivedPiece[]
  /** The lowest scanned block; all above are scanned too. */
  readonly from: number
  /** Whether scanning further back can find more NFTs. */
  readonly hasMore: boolean
}

export type ReceivedPiece = Nft & Place & { readonly hash: Hex }

type Known = ReceivedAssets & {
  readonly to: number
  /** The block range that the nodes accepted last. */
  readonly range: number | undefined
}

const LIFETIME = 24 * 3_600_000
const ACCOUNTS = 2_000
/** Anybody can send thousands of worthless tokens; only the first ones count. */
const MOST_TOKENS = 200
/** The newest NFTs. */
const MOST_PIECES = 1_000
/** Block ranges per call: an old account is scanned over several calls. */
const RANGES = 4

export function createReceived(parts: { readonly nodes: Nodes; readonly clock: Clock }): Received {
  const { nodes } = parts
  const memory = createMemory<Known>(parts.clock, { lifetime: LIFETIME, size: ACCOUNTS })
  const underway = new Map<string, Promise<ReceivedAssets>>()

  async function look(chain: NetworkId, account: Hex, known: Known | undefined): Promise<Known> {
    const head = toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
    // After a rollback, scan again from the start.
    const before = known && head >= known.to ? known : undefined
    const tokens = new Set(before?.tokens)
    const pieces = new Map(before?.pieces.map((piece) => [keyOf(piece), piece]))
    let range = before?.range

    async function scan(high: number, low: number, start?: number): Promise<number> {
      const found = await scanTransfers(nodes, chain, account, {
        high,
        low,
        direction: 'in',
        mostRanges: RANGES,
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
        at,
      } of found.transfers) {
        if (kind === 'fungible') {
          if (tokens.size < MOST_TOKENS) tokens.add(contract)
        } else if (tokenId !== undefined && standard !== 'erc20') {
          const piece = { contract, tokenId, standard, hash, block, logIndex, at }
          const earlier = pieces.get(keyOf(piece))
          if (!earlier || descending(piece, earlier) < 0) pieces.set(keyOf(piece), piece)
        }
      }
      return found.from
    }

    const from = await scanAround(scan, head, before)
    const newest = [...pieces.values()].sort(descending).slice(0, MOST_PIECES)
    const hasMore = from > 0 && newest.length < MOST_PIECES
    return { tokens, pieces: newest, from, hasMore, to: head, range }
  }

  return {
    of(chain, account) {
      const key = `${chain}:${account}`
      const running = underway.get(key)
      if (running) return running
      const scanning = look(chain, account, memory.peek(key))
        .then((found) => {
          memory.set(key, found)
          return found
        })
        .finally(() => underway.delete(key))
      underway.set(key, scanning)
      return scanning
    },
  }
}

/** Scans newer and older blocks than the known ones. Returns the lowest scanned block. */
async function scanAround(
  scan: (high: number, low: number, range?: number) => Promise<number>,
  head: number,
  known: Known | undefined,
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
