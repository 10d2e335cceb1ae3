import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import type { Received, ReceivedPiece } from '../history/createReceived.js'
import { readCursor, writeCursor } from '../history/cursor.js'
import { isSpamNft } from '../history/spam.js'
import { descending, type Place, readLog } from '../history/transferLogs.js'
import { inParallel } from '../inParallel.js'
import type { NftMetadata, NftMetadataSource } from './createNftMetadata.js'
import type { Nft } from './Nft.js'
import { readHoldings } from './readHoldings.js'

export type OwnedNft = {
  readonly nft: Nft
  readonly quantity: bigint
  readonly metadata: NftMetadata
  readonly isSpam: boolean
}

/** The NFTs an account owns, newest received first. */
export interface Nfts {
  page(
    chain: NetworkId,
    account: Hex,
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly OwnedNft[]; readonly next: string | null }>
}

type Page = Awaited<ReturnType<Nfts['page']>>
type Held = { readonly piece: ReceivedPiece; readonly quantity: bigint }
type Delivery = { readonly sender: Hex | undefined; readonly receivers: number }

const PAGE = 24
/** NFTs whose owner is read per call and per page: traders have sold most of theirs. */
const CHECKED_AT_ONCE = 100
const MOST_CHECKED = 600
const LIFETIME = 5_000
const SIZE = 1_000
const DELIVERY_LIFETIME = 24 * 3_600_000
const DELIVERIES = 10_000
const AT_ONCE = 8

export function createNfts(parts: {
  readonly nodes: Nodes
  readonly received: Received
  readonly metadata: NftMetadataSource
  readonly clock: Clock
}): Nfts {
  const { nodes, received, metadata, clock } = parts
  const pages = createMemory<Page>(clock, { lifetime: LIFETIME, size: SIZE })
  const deliveries = createMemory<Delivery>(clock, {
    lifetime: DELIVERY_LIFETIME,
    size: DELIVERIES,
  })

  async function readPage(chain: NetworkId, account: Hex, before: Place | undefined) {
    const { pieces, from, hasMore } = await received.of(chain, account)
    const open = before ? pieces.filter((piece) => descending(before, piece) < 0) : pieces
    const held: Held[] = []
    let checked = 0
    while (checked < open.length && checked < MOST_CHECKED && held.length <= PAGE) {
      const batch = open.slice(checked, checked + CHECKED_AT_ONCE)
      const quantities = await readHoldings(nodes, chain, account, batch)
      batch.forEach((piece, index) => {
        const quantity = quantities[index] ?? 0n
        if (quantity > 0n) held.push({ piece, quantity })
      })
      checked += batch.length
    }
    const shown = held.slice(0, PAGE)
    const lowest = { block: from, logIndex: 0, at: 0 }
    const last =
      held.length > PAGE
        ? shown.at(-1)?.piece
        : checked < open.length
          ? open[checked - 1]
          : hasMore
            ? lowerOf(before, lowest)
            : undefined
    return {
      items: await describe(chain, account, shown),
      next: last ? writeCursor(new Map([[chain, writePlace(last)]])) : null,
    }
  }

  async function describe(chain: NetworkId, account: Hex, held: readonly Held[]) {
    const [texts, sent] = await Promise.all([
      metadata.of(
        chain,
        held.map(({ piece }) => piece),
      ),
      inParallel(held, AT_ONCE, ({ piece }) => readDelivery(chain, piece)),
    ])
    return held.map(({ piece, quantity }, index): OwnedNft => {
      const text = texts[index] as NftMetadata
      const { sender, receivers } = sent[index] as Delivery
      const isSpam = isSpamNft(text, { isAskedFor: sender === account, receivers })
      return { nft: piece, quantity, metadata: text, isSpam }
    })
  }

  /** The sender of the transaction that delivered an NFT, and its number of recipients. */
  function readDelivery(chain: NetworkId, { hash, contract }: ReceivedPiece): Promise<Delivery> {
    return deliveries
      .get(`${chain}:${hash}:${contract}`, async () => {
        const answer = await nodes.call(chain, 'eth_getTransactionReceipt', [hash])
        const { from, logs } = (answer ?? {}) as {
          readonly from?: unknown
          readonly logs?: unknown
        }
        const transfers = (Array.isArray(logs) ? logs : []).flatMap(readLog)
        const own = transfers.filter((transfer) => transfer.contract === contract)
        return { sender: parseAddress(from), receivers: new Set(own.map(({ to }) => to)).size }
      })
      .catch(() => ({ sender: undefined, receivers: 1 }))
  }

  return {
    async page(chain, account, cursor) {
      const position = cursor === undefined ? undefined : readCursor(cursor, [chain]).get(chain)
      const before = position === undefined ? undefined : readPlace(position)
      return pages.get(`${chain}:${account}:${position ?? ''}`, () =>
        readPage(chain, account, before),
      )
    },
  }
}

function lowerOf(a: Place | undefined, b: Place): Place {
  return a && descending(a, b) > 0 ? a : b
}

function writePlace({ block, logIndex, at }: Place): string {
  return `${block}.${logIndex}.${at}`
}

function readPlace(text: string): Place {
  const match = /^(\d{1,15})\.(\d{1,9})\.(\d{1,3})$/.exec(text)
  if (!match) throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  return { block: Number(match[1]), logIndex: Number(match[2]), at: Number(match[3]) }
}
