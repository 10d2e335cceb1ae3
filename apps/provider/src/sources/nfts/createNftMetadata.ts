import type { NetworkId } from '@latchkey/wire/caip'
import { parseAbi } from 'viem'
import type { Clock } from '../../clock.js'
import { createDeadline } from '../../deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import { createCache } from '../createCache.js'
import { mapConcurrent } from '../mapConcurrent.js'
import { cleanLabel, maxNameLength } from '../tokens/cleanLabel.js'
import { toSafeImageUrl } from '../tokens/safeImageUrl.js'
import { loadDocument, maxDocumentBytes } from './loadDocument.js'
import type { Nft } from './Nft.js'

export type NftMetadata = {
  readonly name: string
  /** The collection's name; empty if unknown. */
  readonly collection: string
  readonly description: string
  /** A `data:` or `https:` URL. */
  readonly image: string | undefined
}

export type NftMetadataSource = {
  /** In the requested order. Unreadable NFTs are named after their token id. */
  read(chain: NetworkId, nfts: readonly Nft[]): Promise<readonly NftMetadata[]>
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
const lifetimeMs = 3_600_000
/** Short, because a failed server may recover. */
const failedLifetimeMs = 60_000
const maxEntries = 5_000
const maxNftNameLength = 128
const maxDescriptionLength = 1_000
/** For all documents of a request. */
const totalFetchTimeoutMs = 5_000
const concurrency = 8

/** Names and images of NFTs, from the chain or from public addresses. */
export function createNftMetadata(parts: {
  readonly nodes: Nodes
  readonly web: HttpClient
  readonly clock: Clock
  readonly ipfsGateway?: string | undefined
}): NftMetadataSource {
  const { nodes, clock, ipfsGateway } = parts
  const known = createCache<NftMetadata>(clock, { lifetime: lifetimeMs, size: maxEntries })
  const failed = createCache<NftMetadata>(clock, { lifetime: failedLifetimeMs, size: maxEntries })
  const collections = createCache<string>(clock, { lifetime: lifetimeMs, size: maxEntries })

  async function readCollections(chain: NetworkId, nfts: readonly Nft[]): Promise<void> {
    const keyOf = (contract: string) => `${chain}:${contract}`
    const contracts = [...new Set(nfts.map(({ contract }) => contract))].filter(
      (contract) => collections.peek(keyOf(contract)) === undefined,
    )
    const reads = contracts.map((address) => ({ address, abi, functionName: 'name' }))
    const names = await readContracts(nodes, chain, reads)
    contracts.forEach((contract, index) => {
      collections.set(keyOf(contract), cleanText(names[index], maxNameLength))
    })
  }

  async function read(chain: NetworkId, nft: Nft, signal: AbortSignal): Promise<void> {
    const { contract, tokenId, standard } = nft
    const functionName = standard === 'erc721' ? 'tokenURI' : 'uri'
    // Not batched: on-chain images use much gas, and one NFT must not fail the others.
    const [address] = await readContracts(nodes, chain, [
      { address: contract, abi, functionName, args: [tokenId] },
    ])
    const document =
      typeof address === 'string'
        ? await loadDocument(parts, fillTokenId(address, tokenId), signal)
        : undefined
    const collection = collections.peek(`${chain}:${contract}`) ?? ''
    const name = cleanText(document?.name, maxNftNameLength)
    const cache = document ? known : failed
    cache.set(keyOf(chain, nft), {
      name: name || numberedName(collection, tokenId),
      collection,
      description: cleanText(document?.description, maxDescriptionLength),
      image: toSafeImageUrl(document?.image ?? document?.image_url, ipfsGateway),
    })
  }

  return {
    async read(chain, nfts) {
      const find = (nft: Nft) => known.peek(keyOf(chain, nft)) ?? failed.peek(keyOf(chain, nft))
      const missing = new Map(
        nfts.filter((nft) => !find(nft)).map((nft) => [keyOf(chain, nft), nft]),
      )
      if (missing.size > 0) {
        const deadline = createDeadline(clock, totalFetchTimeoutMs)
        try {
          await readCollections(chain, [...missing.values()])
          await mapConcurrent([...missing.values()], concurrency, (nft) =>
            read(chain, nft, deadline.signal),
          )
        } finally {
          deadline.clear()
        }
      }
      return nfts.map((nft) => find(nft) ?? nameless(nft))
    },
  }
}

const keyOf = (chain: NetworkId, { contract, tokenId }: Nft) => `${chain}:${contract}:${tokenId}`

function nameless({ tokenId }: Nft): NftMetadata {
  return { name: numberedName('', tokenId), collection: '', description: '', image: undefined }
}

function cleanText(value: unknown, maxLength: number): string {
  return typeof value === 'string'
    ? cleanLabel(value.slice(0, maxLength * 8).replace(/\s+/g, ' '), maxLength)
    : ''
}

/** ERC-1155 addresses are templates. */
function fillTokenId(address: string, tokenId: bigint): string {
  // Checked first, because inserting ids into a long text is slow.
  if (address.length > maxDocumentBytes) return ''
  return address.replaceAll('{id}', tokenId.toString(16).padStart(64, '0')).trim()
}

function numberedName(collection: string, tokenId: bigint): string {
  const digits = tokenId.toString()
  const short = digits.length > 12 ? `${digits.slice(0, 5)}…${digits.slice(-4)}` : digits
  return `${collection || 'NFT'} #${short}`
}
