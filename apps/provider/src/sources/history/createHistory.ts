import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { AccountHistoryStore } from '../../store/accountHistory.js'
import type { AccountSignatureStore } from '../../store/accountSignatures.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import { createEvmHistory } from './createEvmHistory.js'
import { createSolanaHistory } from './createSolanaHistory.js'
import { formatCursor, parseCursor } from './cursor.js'
import type { HistoryItem } from './HistoryItem.js'
import type { SignatureSource } from './solanaSignatures.js'
import type { TransactionSearch } from './transactionSearch.js'

export type History = {
  /** A page over one or several chains, newest first. */
  readPage(
    chains: readonly NetworkId[],
    account: string,
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly HistoryItem[]; readonly next: string | null }>
}

const pageSize = 50
/** The position of the newest transaction. */
const topPosition = 'top'

export function createHistory(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
  readonly clock: Clock
  readonly search: TransactionSearch
  readonly signatures: SignatureSource
  readonly store?: AccountHistoryStore | undefined
  readonly signatureStore?: AccountSignatureStore | undefined
}): History {
  const evm = createEvmHistory(parts)
  const solana = createSolanaHistory(parts)

  const readChainPage = (chain: NetworkId, account: string, position: string | undefined) =>
    namespaceOf(chain) === 'solana'
      ? solana.readPage(chain, account, position, pageSize)
      : evm.readPage(chain, account as Hex, position, pageSize)

  return {
    async readPage(chains, account, cursor) {
      const positions = cursor === undefined ? undefined : parseCursor(cursor, chains)
      const open = positions ? [...positions.keys()] : chains
      const pages = await Promise.all(
        open.map(async (chain) => {
          const position = positions?.get(chain)
          const page = await readChainPage(
            chain,
            account,
            position === topPosition ? undefined : position,
          )
          return { chain, ...page }
        }),
      )
      const merged = pages
        .flatMap(({ items }) => items)
        .sort((a, b) => b.item.time - a.item.time)
        .slice(0, pageSize)
      const shown = new Set(merged)
      const next = new Map<NetworkId, string>()
      for (const { chain, items, next: after } of pages) {
        const firstHidden = items.find((entry) => !shown.has(entry))
        if (!firstHidden) {
          if (after !== undefined) next.set(chain, after)
          continue
        }
        // Items of one chain are in order, so shown ones come before the rest.
        const last = items.filter((entry) => shown.has(entry)).at(-1)
        next.set(chain, last?.position ?? positions?.get(chain) ?? justAbove(firstHidden.position))
      }
      return { items: merged.map(({ item }) => item), next: formatCursor(next) }
    },
  }
}

/** A position just above the given one. Signatures have none, so Solana starts from the top. */
function justAbove(position: string): string {
  const match = /^(\d+)\.(\d+)$/.exec(position)
  return match ? `${match[1]}.${Number(match[2]) + 1}` : topPosition
}
