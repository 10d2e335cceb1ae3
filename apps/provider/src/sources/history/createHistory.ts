import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import { readCursor, writeCursor } from './cursor.js'
import { readEvmPage } from './evmPage.js'
import type { HistoryItem } from './HistoryItem.js'
import { readSolanaPage } from './solanaPage.js'
import { createTransactionSearch } from './transactionSearch.js'

export interface History {
  /** A page over one or several chains, newest first. */
  page(
    chains: readonly NetworkId[],
    account: string,
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly HistoryItem[]; readonly next: string | null }>
}

const PAGE = 50
/** Stands for the newest there is. */
const TOP = 'top'

export function createHistory(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
  readonly clock: Clock
}): History {
  const search = createTransactionSearch(parts)

  const readPage = (chain: NetworkId, account: string, position: string | undefined) =>
    namespaceOf(chain) === 'solana'
      ? readSolanaPage(parts, chain, account, position, PAGE)
      : readEvmPage({ ...parts, search }, chain, account as Hex, position, PAGE)

  return {
    async page(chains, account, cursor) {
      const positions = cursor === undefined ? undefined : readCursor(cursor, chains)
      const open = positions ? [...positions.keys()] : chains
      const pages = await Promise.all(
        open.map(async (chain) => {
          const position = positions?.get(chain)
          const page = await readPage(chain, account, position === TOP ? undefined : position)
          return { chain, ...page }
        }),
      )
      const merged = pages
        .flatMap(({ items }) => items)
        .sort((a, b) => b.item.time - a.item.time)
        .slice(0, PAGE)
      const taken = new Set(merged)
      const next = new Map<NetworkId, string>()
      for (const { chain, items, next: after } of pages) {
        const left = items.find((entry) => !taken.has(entry))
        if (!left) {
          if (after !== undefined) next.set(chain, after)
          continue
        }
        // Items of one chain are in order, so those taken come before those left.
        const last = items.filter((entry) => taken.has(entry)).at(-1)
        next.set(chain, last?.position ?? positions?.get(chain) ?? justAbove(left.position))
      }
      return { items: merged.map(({ item }) => item), next: writeCursor(next) }
    },
  }
}

/** Begins with the place itself. Signatures have nothing just above them, so Solana begins again. */
function justAbove(position: string): string {
  const place = /^(\d+)\.(\d+)$/.exec(position)
  return place ? `${place[1]}.${Number(place[2]) + 1}` : TOP
}
