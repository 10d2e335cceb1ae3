import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import type { ReceivedNft, ReceivedNfts } from '../history/createReceived.js'
import { formatCursor, parseCursor } from '../history/cursor.js'
import { isSpamNft } from '../history/spam.js'
import { compareNewestFirst, type LogPosition, parseTransferLog } from '../history/transferLogs.js'
import { mapConcurrent } from '../mapConcurrent.js'
import type { NftMetadata, NftMetadataSource } from './createNftMetadata.js'
import type { Nft } from './Nft.js'
import { readQuantities } from './readQuantities.js'

export type OwnedNft = {
  readonly nft: Nft
  readonly quantity: bigint
  readonly metadata: NftMetadata
  readonly isSpam: boolean
}

/** The NFTs an account owns, newest received first. */
export type Nfts = {
  readPage(
    chain: NetworkId,
    account: Hex,
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly OwnedNft[]; readonly next: string | null }>
}

type Page = Awaited<ReturnType<Nfts['readPage']>>
type OwnedQuantity = { readonly piece: ReceivedNft; readonly quantity: bigint }
type Delivery = { readonly sender: Hex | undefined; readonly receivers: number }

const pageSize = 24
/** NFTs whose owner is read per call and per page: traders have sold most of theirs. */
const checkBatchSize = 100
const maxChecked = 600
const lifetimeMs = 5_000
const maxPages = 1_000
const deliveryLifetimeMs = 24 * 3_600_000
const maxDeliveries = 10_000
const concurrency = 8

export function createNfts(parts: {
  readonly nodes: Nodes
  readonly received: ReceivedNfts
  readonly metadata: NftMetadataSource
  readonly clock: Clock
}): Nfts {
  const { nodes, received, metadata, clock } = parts
  const pages = createCache<Page>(clock, { lifetime: lifetimeMs, size: maxPages })
  const deliveries = createCache<Delivery>(clock, {
    lifetime: deliveryLifetimeMs,
    size: maxDeliveries,
  })

  async function loadPage(chain: NetworkId, account: Hex, before: LogPosition | undefined) {
    const { pieces, from, hasMore } = await received.scan(chain, account)
    const open = before ? pieces.filter((piece) => compareNewestFirst(before, piece) < 0) : pieces
    const held: OwnedQuantity[] = []
    let checked = 0
    while (checked < open.length && checked < maxChecked && held.length <= pageSize) {
      const batch = open.slice(checked, checked + checkBatchSize)
      const quantities = await readQuantities(nodes, chain, account, batch)
      batch.forEach((piece, index) => {
        const quantity = quantities[index] ?? 0n
        if (quantity > 0n) held.push({ piece, quantity })
      })
      checked += batch.length
    }
    const shown = held.slice(0, pageSize)
    const lowest = { block: from, logIndex: 0, batchIndex: 0 }
    const last =
      held.length > pageSize
        ? shown.at(-1)?.piece
        : checked < open.length
          ? open[checked - 1]
          : hasMore
            ? lowerOf(before, lowest)
            : undefined
    return {
      items: await describe(chain, account, shown),
      next: last ? formatCursor(new Map([[chain, formatPosition(last)]])) : null,
    }
  }

  async function describe(chain: NetworkId, account: Hex, held: readonly OwnedQuantity[]) {
    const [texts, sent] = await Promise.all([
      metadata.read(
        chain,
        held.map(({ piece }) => piece),
      ),
      mapConcurrent(held, concurrency, ({ piece }) => readDelivery(chain, piece)),
    ])
    return held.map(({ piece, quantity }, index): OwnedNft => {
      const text = texts[index] as NftMetadata
      const { sender, receivers } = sent[index] as Delivery
      const isSpam = isSpamNft(text, {
        isOwnTransaction: sender === account,
        recipients: receivers,
      })
      return { nft: piece, quantity, metadata: text, isSpam }
    })
  }

  /** The sender of the transaction that delivered an NFT, and its number of recipients. */
  function readDelivery(chain: NetworkId, { hash, contract }: ReceivedNft): Promise<Delivery> {
    return deliveries
      .get(`${chain}:${hash}:${contract}`, async () => {
        const answer = await nodes.call(chain, 'eth_getTransactionReceipt', [hash])
        const { from, logs } = (answer ?? {}) as {
          readonly from?: unknown
          readonly logs?: unknown
        }
        const transfers = (Array.isArray(logs) ? logs : []).flatMap(parseTransferLog)
        const own = transfers.filter((transfer) => transfer.contract === contract)
        return { sender: parseAddress(from), receivers: new Set(own.map(({ to }) => to)).size }
      })
      .catch(() => ({ sender: undefined, receivers: 1 }))
  }

  return {
    async readPage(chain, account, cursor) {
      const position = cursor === undefined ? undefined : parseCursor(cursor, [chain]).get(chain)
      const before = position === undefined ? undefined : parsePosition(position)
      return pages.get(`${chain}:${account}:${position ?? ''}`, () =>
        loadPage(chain, account, before),
      )
    },
  }
}

function lowerOf(a: LogPosition | undefined, b: LogPosition): LogPosition {
  return a && compareNewestFirst(a, b) > 0 ? a : b
}

function formatPosition({ block, logIndex, batchIndex }: LogPosition): string {
  return `${block}.${logIndex}.${batchIndex}`
}

function parsePosition(text: string): LogPosition {
  const match = /^(\d{1,15})\.(\d{1,9})\.(\d{1,3})$/.exec(text)
  if (!match) throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  return { block: Number(match[1]), logIndex: Number(match[2]), batchIndex: Number(match[3]) }
}
