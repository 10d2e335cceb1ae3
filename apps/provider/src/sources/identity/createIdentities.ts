import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { refusalIn } from '../../nodes/createNodes.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import { isNormalName } from '../names/normalName.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Nft } from '../nfts/Nft.js'
import { readHoldings } from '../nfts/readHoldings.js'
import { cleanLabel } from '../tokens/cleanLabel.js'
import { imageAddress } from '../tokens/imageAddress.js'

export type Identity = {
  readonly name: string | null
  readonly avatar: string | null
  /** Time of the lookup, in milliseconds since 1970. */
  readonly resolvedAt: number
}

export interface Identities {
  of(address: Hex): Promise<Identity>
}

/** Names registered with this provider, oldest first. */
export interface OwnNames {
  reverse(address: string): Promise<readonly OwnName[]>
}

type OwnName = {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>> | null | undefined
}

const ENS_CHAIN: NetworkId = 'eip155:1'
const LIFETIME = 300_000
const SIZE = 10_000
const LONGEST_NAME = 255

/** The ENS name of an address, if it resolves back to it, otherwise its name with this provider. */
export function createIdentities(parts: {
  readonly nodes: Nodes
  readonly ownNames: OwnNames
  readonly nfts: NftMetadataSource
  readonly clock: Clock
  readonly ipfsGateway?: string | undefined
}): Identities {
  const { nodes, ownNames, nfts, clock, ipfsGateway } = parts
  const memory = createMemory<{
    readonly inEns: Awaited<ReturnType<typeof ensIdentity>>
    readonly resolvedAt: number
  }>(clock, { lifetime: LIFETIME, size: SIZE })
  const ens = nodes.chains.find(({ id }) => id === ENS_CHAIN)?.ens

  async function ensIdentity(address: Hex) {
    if (!ens) return undefined
    const client = nodes.evm(ENS_CHAIN)
    const name = await unlessDown(client.getEnsName({ address }))
    if (typeof name !== 'string' || name.length > LONGEST_NAME) return undefined
    // Normalisation changes names that look like others.
    if (!isNormalName(name) || cleanLabel(name, LONGEST_NAME) !== name) return undefined
    // A reverse name counts only if it resolves forward.
    const back = await unlessDown(client.getEnsAddress({ name }))
    if (parseAddress(back) !== address) return undefined
    const record = await unlessDown(client.getEnsText({ name, key: 'avatar' }))
    return { name, avatar: (await avatarOf(record ?? undefined, address)) ?? null }
  }

  async function ownIdentity(address: Hex) {
    const [own] = await ownNames.reverse(address)
    return own && { name: own.name, avatar: own.attributes?.avatar }
  }

  async function avatarOf(record: string | undefined, owner: Hex): Promise<string | undefined> {
    const nft = record === undefined ? undefined : readNft(record)
    if (!nft) return imageAddress(record, ipfsGateway)
    if (!nodes.chains.some(({ id }) => id === nft.chain)) return undefined
    // The NFT must belong to the address.
    const [held = 0n] = await readHoldings(nodes, nft.chain, owner, [nft])
    if (held === 0n) return undefined
    return (await nfts.of(nft.chain, [nft]))[0]?.image
  }

  return {
    async of(address) {
      const { inEns, resolvedAt } = await memory.get(address, async () => ({
        inEns: await ensIdentity(address),
        resolvedAt: clock.now(),
      }))
      // Local names are not cached, so a new one appears at once.
      const found = inEns ?? (await ownIdentity(address))
      const avatar = imageAddress(found?.avatar, ipfsGateway) ?? null
      return { name: found?.name ?? null, avatar, resolvedAt }
    },
  }
}

/** Undefined if a name does not resolve. Throws an ApiError if the chain does not respond. */
async function unlessDown<value>(reading: Promise<value>): Promise<value | undefined> {
  try {
    return await reading
  } catch (error) {
    const apiError = refusalIn(error)
    if (apiError) {
      throw new ApiError(503, 'identity', 'Names cannot be looked up at the moment.', {
        cause: error,
      })
    }
    return undefined
  }
}

/** `eip155:1/erc721:0x…/7` (ENSIP-12). */
function readNft(record: string): (Nft & { readonly chain: NetworkId }) | undefined {
  const match = /^eip155:(\d{1,20})\/(erc721|erc1155):(0x[0-9a-fA-F]{40})\/(\d{1,78})$/.exec(record)
  if (!match) return undefined
  const [, chain, standard, contract, tokenId] = match as unknown as [
    string,
    string,
    Nft['standard'],
    string,
    string,
  ]
  return {
    chain: `eip155:${chain}`,
    standard,
    contract: contract.toLowerCase(),
    tokenId: BigInt(tokenId),
  }
}
