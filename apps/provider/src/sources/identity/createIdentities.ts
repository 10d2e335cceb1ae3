import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { type Hex, isHex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError, findApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import { isNormalizedName } from '../names/normalizeName.js'
import { createSnsNames } from '../names/snsNames.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Nft } from '../nfts/Nft.js'
import { readQuantities } from '../nfts/readQuantities.js'
import { cleanLabel } from '../tokens/cleanLabel.js'
import { toSafeImageUrl } from '../tokens/safeImageUrl.js'

export type Identity = {
  readonly name: string | null
  readonly avatar: string | null
  /** Time of the lookup, in milliseconds since 1970. */
  readonly resolvedAt: number
}

export type Identities = {
  /** Of an EVM or Solana address. */
  read(address: string): Promise<Identity>
}

/** Names registered with this provider, oldest first. */
export type LocalNames = {
  reverse(address: string): Promise<readonly LocalName[]>
}

type LocalName = {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>> | null | undefined
}

const ensChain: NetworkId = 'eip155:1'
const lifetimeMs = 300_000
const maxEntries = 10_000
const maxNameLength = 255

/** The ENS or SNS name of an address, if it resolves back to it, otherwise its name with this provider. */
export function createIdentities(parts: {
  readonly nodes: Nodes
  readonly localNames: LocalNames
  readonly nfts: NftMetadataSource
  readonly clock: Clock
  readonly ipfsGateway?: string | undefined
}): Identities {
  const { nodes, localNames, nfts, clock, ipfsGateway } = parts
  const cache = createCache<{
    readonly onChain: Awaited<ReturnType<typeof ensIdentity>>
    readonly resolvedAt: number
  }>(clock, { lifetime: lifetimeMs, size: maxEntries })
  const sns = createSnsNames(nodes)
  const ens = nodes.chains.find(({ id }) => id === ensChain)?.ens

  async function ensIdentity(address: Hex) {
    if (!ens) return undefined
    const client = nodes.evm(ensChain)
    const name = await undefinedUnlessDown(client.getEnsName({ address }))
    if (typeof name !== 'string' || name.length > maxNameLength) return undefined
    // Normalisation changes names that look like others.
    if (!isNormalizedName(name) || cleanLabel(name, maxNameLength) !== name) return undefined
    // A reverse name counts only if it resolves forward.
    const back = await undefinedUnlessDown(client.getEnsAddress({ name }))
    if (parseAddress(back) !== address) return undefined
    const record = await undefinedUnlessDown(client.getEnsText({ name, key: 'avatar' }))
    return { name, avatar: (await avatarOf(record ?? undefined, address)) ?? null }
  }

  /** Undefined if the account chose no name. */
  async function snsIdentity(address: string) {
    const name = await sns?.reverse(address).catch(throwUnavailable)
    return name === undefined ? undefined : { name, avatar: null }
  }

  async function ownIdentity(address: string) {
    const [own] = await localNames.reverse(address)
    return own && { name: own.name, avatar: own.attributes?.avatar }
  }

  async function avatarOf(record: string | undefined, owner: Hex): Promise<string | undefined> {
    const nft = record === undefined ? undefined : parseNft(record)
    if (!nft) return toSafeImageUrl(record, ipfsGateway)
    if (!nodes.chains.some(({ id }) => id === nft.chain)) return undefined
    // The NFT must belong to the address.
    const [held = 0n] = await readQuantities(nodes, nft.chain, owner, [nft])
    if (held === 0n) return undefined
    return (await nfts.read(nft.chain, [nft]))[0]?.image
  }

  return {
    async read(address) {
      const { onChain, resolvedAt } = await cache.get(address, async () => ({
        onChain: await (isHex(address) ? ensIdentity(address) : snsIdentity(address)),
        resolvedAt: clock.now(),
      }))
      // Local names are not cached, so a new one appears at once.
      const found = onChain ?? (await ownIdentity(address))
      const avatar = toSafeImageUrl(found?.avatar, ipfsGateway) ?? null
      return { name: found?.name ?? null, avatar, resolvedAt }
    },
  }
}

/** Undefined if a name does not resolve. Throws an ApiError if the chain does not respond. */
async function undefinedUnlessDown<value>(reading: Promise<value>): Promise<value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (findApiError(error)) throwUnavailable(error)
    return undefined
  }
}

function throwUnavailable(cause: unknown): never {
  throw new ApiError(503, 'identity', 'Names cannot be looked up at the moment.', { cause })
}

/** `eip155:1/erc721:0x…/7` (ENSIP-12). */
function parseNft(record: string): (Nft & { readonly chain: NetworkId }) | undefined {
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
