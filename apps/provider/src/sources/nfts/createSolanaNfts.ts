import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import type { ImageFile } from '../../http/route.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { sumByMint } from '../balance/solanaBalances.js'
import { createCache } from '../createCache.js'
import { formatCursor, parseCursor } from '../history/cursor.js'
import { isSpamNft } from '../history/spam.js'
import type { Indexes } from '../indexes/createIndexes.js'
import type { CompressedIndex } from '../indexes/das.js'
import { mapConcurrent } from '../mapConcurrent.js'
import type { Pictures } from '../pictures/createPictures.js'
import { cleanLabel, maxNameLength } from '../tokens/cleanLabel.js'
import type { Tokens } from '../tokens/createTokens.js'
import { toSafeImageUrl } from '../tokens/safeImageUrl.js'
import type { TokenAccounts } from '../tokens/solanaTokenAccounts.js'
import type { Token } from '../tokens/Token.js'
import { loadDocument, type MetadataDocument } from './loadDocument.js'

/** An NFT of a Solana account. */
export type SolanaNft = {
  /** The mint, or the id of a compressed NFT. */
  readonly id: string
  readonly isCompressed: boolean
  readonly name: string
  readonly collection: string
  readonly description: string
  readonly quantity: bigint
  readonly hasImage: boolean
  readonly isSpam: boolean
}

/** The NFTs of Solana accounts: first those with a mint, then compressed ones if there is an index. */
export type SolanaNfts = {
  readPage(
    chain: NetworkId,
    account: string,
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly SolanaNft[]; readonly next: string | null }>
  /** The image of a token or an NFT; undefined if there is no valid one. */
  readImage(chain: NetworkId, id: string): Promise<ImageFile | undefined>
}

const pageSize = 24
/** Anyone can send worthless tokens. */
const maxMints = 1_000
const maxCompressedPages = 40
const concurrency = 8
const lifetimeMs = 3_600_000
const failedLifetimeMs = 60_000
const maxEntries = 5_000
const maxNftNameLength = 128
const maxDescriptionLength = 1_000

export function createSolanaNfts(parts: {
  readonly tokenAccounts: TokenAccounts
  readonly tokens: Tokens
  readonly pictures: Pictures
  readonly web: HttpClient
  readonly compressed: Indexes<CompressedIndex>
  readonly clock: Clock
  readonly ipfsGateway?: string | undefined
}): SolanaNfts {
  const { tokenAccounts, tokens, pictures, compressed, clock, ipfsGateway } = parts
  const documents = createCache<MetadataDocument>(clock, { lifetime: lifetimeMs, size: maxEntries })
  const failed = createCache<true>(clock, { lifetime: failedLifetimeMs, size: maxEntries })
  const images = createCache<string>(clock, { lifetime: lifetimeMs, size: maxEntries })

  async function readDocument(address: string): Promise<MetadataDocument | undefined> {
    const known = documents.peek(address)
    if (known || failed.peek(address)) return known
    const found = await loadDocument(parts, address)
    if (found) documents.set(address, found)
    else failed.set(address, true)
    return found
  }

  /** Tokens without decimals and with a document, in the order of their mints. */
  async function readMints(chain: NetworkId, account: string) {
    const accounts = await tokenAccounts.read(chain, account)
    const held = sumByMint(accounts).slice(0, maxMints)
    const found = await tokens.find(
      chain,
      held.map(({ mint }) => mint),
    )
    return held
      .flatMap(({ mint, units }) => {
        const token = found.get(mint)
        return token?.decimals === 0 && token.document ? [{ token, units }] : []
      })
      .sort((a, b) => (a.token.address < b.token.address ? -1 : 1))
  }

  async function describe(token: Token, quantity: bigint): Promise<SolanaNft> {
    const document = await readDocument(token.document ?? '')
    const { collection } = document ?? {}
    const family = typeof collection === 'object' ? (collection as MetadataDocument | null) : null
    return toNft({
      id: token.address,
      isCompressed: false,
      name: document?.name ?? token.name,
      collection: family?.name,
      description: document?.description,
      quantity,
      hasImage: toSafeImageUrl(document?.image, ipfsGateway) !== undefined,
    })
  }

  async function readCompressed(chain: NetworkId, account: string, page: number) {
    const found = await compressed.read(chain, (index, signal) =>
      index.findCompressed(chain, account, page, pageSize, signal),
    )
    if (!found) {
      throw new ApiError(503, 'chainId', 'Compressed NFTs cannot be read at the moment.')
    }
    const items = [...new Map(found.map((one) => [one.id, one])).values()].map((one) => {
      const image = toSafeImageUrl(one.image, ipfsGateway)
      if (image !== undefined) images.set(`${chain}:${one.id}`, image)
      const hasImage = image !== undefined
      return toNft({ ...one, isCompressed: true, quantity: 1n, hasImage })
    })
    const isLast = found.length < pageSize || page === maxCompressedPages
    return { items, next: isLast ? undefined : `c.${page + 1}` }
  }

  async function readMintPage(chain: NetworkId, account: string, after: string) {
    const open = (await readMints(chain, account)).filter(({ token }) => token.address > after)
    const shown = open.slice(0, pageSize)
    const items = await mapConcurrent(shown, concurrency, ({ token, units }) =>
      describe(token, units),
    )
    const last = open.length > pageSize ? shown.at(-1)?.token.address : undefined
    if (last !== undefined) return { items, next: `m.${last}` }
    return { items, next: compressed.serves(chain) ? 'c.1' : undefined }
  }

  async function findImage(chain: NetworkId, id: string): Promise<string | undefined> {
    const token = (await tokens.find(chain, [id])).get(id)
    if (token) {
      const document = token.document ? await readDocument(token.document) : undefined
      return toSafeImageUrl(document?.image, ipfsGateway)
    }
    const known = images.peek(`${chain}:${id}`)
    if (known !== undefined || !compressed.serves(chain)) return known
    const found = await compressed.read(chain, (index, signal) =>
      index.findImage(chain, id, signal),
    )
    const image = toSafeImageUrl(found, ipfsGateway)
    if (image !== undefined) images.set(`${chain}:${id}`, image)
    return image
  }

  return {
    async readPage(chain, account, cursor) {
      const position = cursor === undefined ? 'm.' : parseCursor(cursor, [chain]).get(chain)
      const [, kind, place = ''] =
        /^(?:(m)\.([1-9A-HJ-NP-Za-km-z]{0,44})|c\.\d{1,3})$/.exec(position ?? '') ?? throwCursor()
      const page = Number(position?.slice(2))
      const { items, next } =
        kind === 'm'
          ? await readMintPage(chain, account, place)
          : await readCompressed(chain, account, Math.min(Math.max(page, 1), maxCompressedPages))
      return { items, next: next === undefined ? null : formatCursor(new Map([[chain, next]])) }
    },
    async readImage(chain, id) {
      const url = await findImage(chain, id)
      return url === undefined ? undefined : pictures.fetch(url)
    },
  }
}

function throwCursor(): never {
  throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
}

/** Cleans the texts of strangers. */
function toNft({
  name,
  collection,
  description,
  ...nft
}: Pick<SolanaNft, 'id' | 'isCompressed' | 'quantity' | 'hasImage'> & {
  readonly name: unknown
  readonly collection: unknown
  readonly description: unknown
}): SolanaNft {
  const short = `${nft.id.slice(0, 6)}…${nft.id.slice(-4)}`
  const texts = {
    name: cleanText(name, maxNftNameLength) || short,
    collection: cleanText(collection, maxNameLength),
    description: cleanText(description, maxDescriptionLength),
  }
  return { ...nft, ...texts, isSpam: isSpamNft(texts, { isOwnTransaction: false }) }
}

function cleanText(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? cleanLabel(value, maxLength) : ''
}
