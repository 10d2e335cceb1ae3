import type { NetworkId } from '@latchkey/wire/caip'
import { parseAbi } from 'viem'
import type { Clock } from '../../clock.js'
import { createDeadline } from '../../nodes/deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import { createMemory } from '../createMemory.js'
import { inParallel } from '../inParallel.js'
import { cleanLabel, NAME_LENGTH } from './cleanLabel.js'
import { fromIpfs, imageAddress } from './imageAddress.js'

export type Nft = {
  readonly contract: string
  readonly tokenId: bigint
  readonly standard: 'erc721' | 'erc1155'
}

export type NftMetadata = {
  readonly name: string
  /** What the collection calls itself; empty when it does not. */
  readonly collection: string
  /** The picture, or where it is. */
  readonly image: string | undefined
}

export interface NftMetadataSource {
  /** In the order asked. What cannot be read is named after its number. */
  of(chain: NetworkId, nfts: readonly Nft[]): Promise<readonly NftMetadata[]>
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
const LIFETIME = 3_600_000
const SIZE = 5_000
const FETCH_MS = 3_000
const FETCH_BYTES = 262_144
const FETCHES_AT_ONCE = 4

/**
 * Names and pictures of NFTs. Metadata on the chain is read there; metadata elsewhere is asked for
 * through the client that reaches public addresses only.
 */
export function createNftMetadata(parts: {
  readonly nodes: Nodes
  readonly web: HttpClient
  readonly clock: Clock
  readonly ipfsGateway?: string | undefined
}): NftMetadataSource {
  const { nodes, web, clock, ipfsGateway } = parts
  const memory = createMemory<NftMetadata>(clock, { lifetime: LIFETIME, size: SIZE })

  async function read(chain: NetworkId, nfts: readonly Nft[]): Promise<readonly NftMetadata[]> {
    const answers = await readContracts(
      nodes,
      chain,
      nfts.flatMap(({ contract, tokenId, standard }) => [
        {
          address: contract,
          abi,
          functionName: standard === 'erc721' ? 'tokenURI' : 'uri',
          args: [tokenId],
        },
        { address: contract, abi, functionName: 'name' },
      ]),
    )
    const indexes = nfts.map((_, index) => index)
    return inParallel(indexes, FETCHES_AT_ONCE, async (index) => {
      const { tokenId } = nfts[index] as Nft
      const [address, collection] = [answers[index * 2], answers[index * 2 + 1]]
      const document = typeof address === 'string' ? await load(address, tokenId) : undefined
      const collectionName = cleanLabel(
        typeof collection === 'string' ? collection : '',
        NAME_LENGTH,
      )
      const name = cleanLabel(typeof document?.name === 'string' ? document.name : '', NAME_LENGTH)
      return {
        name: name || `${collectionName || 'NFT'} #${shortNumber(tokenId)}`,
        collection: collectionName,
        image: imageAddress(document?.image ?? document?.image_url, ipfsGateway),
      }
    })
  }

  async function load(
    written: string,
    tokenId: bigint,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const address = written.replaceAll('{id}', tokenId.toString(16).padStart(64, '0')).trim()
    if (address.startsWith('data:')) return parseRecord(decodeData(address))
    const url = fromIpfs(address, ipfsGateway) ?? address
    if (!url.startsWith('https://')) return undefined
    const deadline = createDeadline(clock, FETCH_MS)
    try {
      const { status, bytes } = await deadline.hold(
        web.send(url, { method: 'GET', signal: deadline.signal, limitBytes: FETCH_BYTES }),
      )
      return status === 200 ? parseRecord(new TextDecoder().decode(bytes)) : undefined
    } catch {
      return undefined
    } finally {
      deadline.end()
    }
  }

  return {
    async of(chain, nfts) {
      const keyOf = ({ contract, tokenId }: Nft) => `${chain}:${contract}:${tokenId}`
      const missing = new Map(
        nfts.filter((nft) => !memory.peek(keyOf(nft))).map((nft) => [keyOf(nft), nft]),
      )
      if (missing.size > 0) {
        const found = await read(chain, [...missing.values()])
        ;[...missing.keys()].forEach((key, index) => {
          memory.set(key, found[index] as NftMetadata)
        })
      }
      return nfts.map(
        (nft) =>
          memory.peek(keyOf(nft)) ?? {
            name: `NFT #${shortNumber(nft.tokenId)}`,
            collection: '',
            image: undefined,
          },
      )
    },
  }
}

function decodeData(address: string): string | undefined {
  const match = /^data:application\/json(?:;(?!base64)[\w=-]+)*(;base64)?,/i.exec(address)
  if (!match || address.length > FETCH_BYTES) return undefined
  const rest = address.slice(match[0].length)
  if (match[1]) return Buffer.from(rest, 'base64').toString('utf8')
  try {
    return decodeURIComponent(rest)
  } catch {
    // Many contracts write the JSON as it is, percent signs and all.
    return rest
  }
}

function parseRecord(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

function shortNumber(tokenId: bigint): string {
  const digits = tokenId.toString()
  return digits.length > 12 ? `${digits.slice(0, 5)}…${digits.slice(-4)}` : digits
}
