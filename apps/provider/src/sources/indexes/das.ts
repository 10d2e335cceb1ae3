import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { isSolanaAddress } from '../tokens/createTokens.js'
import { assertAnswer } from './ChainIndex.js'
import { createJsonRpc } from './jsonRpc.js'
import type { IndexCall, IndexParts } from './requestIndex.js'

/** An index of Solana's compressed NFTs, which are not in accounts of their own. Its texts are untrusted. */
export type CompressedIndex = {
  /** A page of what an account owns; pages count from 1. */
  findCompressed(
    chain: NetworkId,
    account: string,
    page: number,
    size: number,
    signal: AbortSignal,
  ): Promise<readonly CompressedNft[]>
  /** The image of an asset. */
  findImage(chain: NetworkId, id: string, signal: AbortSignal): Promise<string | undefined>
}

/** An index of the token accounts of Solana, of both token programs. */
export type TokenAccountIndex = {
  /** Addresses of an account's token accounts; what is in them is read from the chain's nodes. */
  findTokenAccounts(
    chain: NetworkId,
    account: string,
    signal: AbortSignal,
  ): Promise<readonly string[]>
}

export type CompressedNft = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly collection: string
  readonly image: string | undefined
}

const maxTokenAccountsPerPage = 1_000
const maxTokenAccountPages = 3

/** JSON-RPC after the Digital Asset Standard: Helius, Triton and others. */
export function createDasIndex(
  parts: Pick<IndexParts, 'url'> & {
    readonly call: IndexCall
    /** The parameter of `getTokenAccounts`, in which services differ. */
    readonly ownerField: 'owner' | 'ownerAddress'
  },
): CompressedIndex & TokenAccountIndex {
  const request = createJsonRpc(parts.call)
  const known = new Set<NetworkId>()

  /** A service at the wrong URL would answer for another chain. */
  async function call(chain: NetworkId, method: string, params: unknown, signal: AbortSignal) {
    if (!known.has(chain)) {
      const hash = await request(parts.url, 'getGenesisHash', [], signal)
      const isRight = typeof hash === 'string' && hash.slice(0, 32) === referenceOf(chain)
      assertAnswer(isRight, 'The index serves another chain.')
      known.add(chain)
    }
    const result = await request(parts.url, method, params, signal)
    assertAnswer(isRecord(result), 'The result is not an object.')
    return result
  }

  return {
    async findCompressed(chain, ownerAddress, page, limit, signal) {
      const params = { ownerAddress, compressed: true, burnt: false, page, limit }
      const { items } = await call(chain, 'searchAssets', params, signal)
      assertAnswer(Array.isArray(items) && items.length <= limit, 'The assets are wrong.')
      return items.map((item: unknown) => {
        const asset = readAsset(item)
        const { ownership, compression } = asset
        const isOwned = isRecord(ownership) && ownership.owner === ownerAddress
        assertAnswer(isOwned, 'The answer is about another account.')
        const isCompressed = isRecord(compression) && compression.compressed === true
        assertAnswer(isCompressed && asset.burnt !== true, 'An asset is not as requested.')
        return toCompressed(asset)
      })
    },
    async findTokenAccounts(chain, owner, signal) {
      const found: string[] = []
      for (let page = 1; page <= maxTokenAccountPages; page += 1) {
        const query = { page, limit: maxTokenAccountsPerPage }
        const params = { [parts.ownerField]: owner, ...query }
        const { token_accounts } = await call(chain, 'getTokenAccounts', params, signal)
        const isPage = Array.isArray(token_accounts) && token_accounts.length <= query.limit
        assertAnswer(isPage, 'The token accounts are wrong.')
        found.push(...token_accounts.map((item: unknown) => readTokenAccount(item, owner)))
        if (token_accounts.length < query.limit) break
      }
      return [...new Set(found)]
    },
    async findImage(chain, id, signal) {
      const asset = readAsset(await call(chain, 'getAsset', { id }, signal))
      assertAnswer(asset.id === id, 'The answer is about another asset.')
      return toCompressed(asset).image
    },
  }
}

type Asset = Readonly<Record<string, unknown>> & { readonly id: string }

function readAsset(item: unknown): Asset {
  assertAnswer(isRecord(item), 'An asset is not an object.')
  assertAnswer(typeof item.id === 'string' && isSolanaAddress(item.id), 'An asset has no id.')
  return item as Asset
}

function readTokenAccount(item: unknown, owner: string): string {
  assertAnswer(isRecord(item), 'A token account is not an object.')
  assertAnswer(item.owner === owner, 'The answer is about another account.')
  const { address } = item
  const isValid = typeof address === 'string' && isSolanaAddress(address)
  assertAnswer(isValid, 'A token account has no address.')
  return address
}

function toCompressed({ id, content, grouping }: Asset): CompressedNft {
  const { metadata, links } = memberOf(content)
  const groups = Array.isArray(grouping) ? grouping.filter(isRecord) : []
  const group = groups.find(({ group_key }) => group_key === 'collection')
  return {
    id,
    name: textOf(memberOf(metadata).name),
    description: textOf(memberOf(metadata).description),
    collection: textOf(memberOf(group?.collection_metadata).name),
    image: textOf(memberOf(links).image) || undefined,
  }
}

const memberOf = (value: unknown) => (isRecord(value) ? value : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
