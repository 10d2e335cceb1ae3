import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import type { Nft } from '../nfts/Nft.js'
import { descending, type Place, scanTransfers, toNumber } from './transferLogs.js'

/** What an account ever received, as far back as was looked so far: whether it still has it is not said. */
export interface Received {
  /** Every call looks at the newest blocks, and some way further back. */
  of(chain: NetworkId, account: Hex): Promise<ReceivedAssets>
}

export type ReceivedAssets = {
  /** Contracts of fungible tokens. */
  readonly tokens: ReadonlySet<string>
  /** Newest first, each once. */
  readonly pieces: readonly ReceivedPiece[]
  /** The lowest block looked at, with everything above. */
  readonly from: number
  /** Whether looking further may bring more pieces. */
  readonly hasMore: boolean
}

export type ReceivedPiece = Nft & Place & { readonly hash: Hex }

type Known = ReceivedAssets & {
  readonly to: number
  /** Blocks the nodes took at once, to go on with. */
  readonly range: number | undefined
}

const LIFETIME = 24 * 3_600_000
const ACCOUNTS = 2_000
/** Anybody can send worthless tokens by the thousand; the first ones seen are kept. */
const MOST_TOKENS = 200
/** Of pieces the newest are kept. */
const MOST_PIECES = 1_000
/** Ranges of blocks read per question: an old account is looked through over several. */
const RANGES = 4

export function createReceived(parts: { readonly nodes: Nodes; readonly clock: Clock }): Received {
  const { nodes } = parts
  const memory = createMemory<Known>(parts.clock, { lifetime: LIFETIME, size: ACCOUNTS })
  const underway = new Map<string, Promise<ReceivedAssets>>()

  async function look(chain: NetworkId, account: Hex, known: Known | undefined): Promise<Known> {
    const head = toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
    // A chain that was rolled back is looked at afresh.
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
      const asked = underway.get(key)
      if (asked) return asked
      const looking = look(chain, account, memory.peek(key))
        .then((found) => {
          memory.set(key, found)
          return found
        })
        .finally(() => underway.delete(key))
      underway.set(key, looking)
      return looking
    },
  }
}

/** Looks at what is new and at what is older than what is known; answers how far back that goes. */
async function scanAround(
  scan: (high: number, low: number, range?: number) => Promise<number>,
  head: number,
  known: Known | undefined,
): Promise<number> {
  if (!known) return scan(head, 0)
  const joined = head === known.to ? known.to + 1 : await scan(head, known.to + 1)
  // What is new must join what is known; a gap too long to read is closed by starting again.
  if (joined > known.to + 1) return joined
  return known.from > 0 ? scan(known.from - 1, 0, known.range) : 0
}

function keyOf({ contract, tokenId }: Nft): string {
  return `${contract}:${tokenId}`
}
