import type { StandInRequest, StandInResponse } from '../onramp/drivers/standIn.fixture.js'

export type AssetFact = {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly image?: string
  readonly isCompressed?: boolean
  readonly isBurnt?: boolean
}

export type TokenAccountFact = {
  readonly address: string
  readonly owner: string
  readonly mint: string
  readonly amount: number
}

/**
 * The Digital Asset Standard as published: https://www.helius.dev/docs/api-reference/das/searchassets,
 * https://www.helius.dev/docs/api-reference/das/getasset,
 * https://www.helius.dev/docs/api-reference/das/gettokenaccounts and
 * https://docs.triton.one/solana/rpc-methods/readme/das-api/gettokenaccounts
 */
export function answerDas(
  facts: readonly AssetFact[],
  { body }: StandInRequest,
  tokenAccounts: readonly TokenAccountFact[] = [],
): StandInResponse {
  const { id, method, params } = body
  const result =
    method === 'getTokenAccounts'
      ? toTokenAccounts(tokenAccounts, params)
      : resultOf(facts, method, params)
  return {
    body:
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'Asset Not Found' } }
        : { jsonrpc: '2.0', id, result },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: parameters have every shape.
function toTokenAccounts(facts: readonly TokenAccountFact[], params: any) {
  const { page, limit } = params
  const of = params.owner ?? params.ownerAddress
  const owned = facts
    .filter(({ owner }) => owner === of)
    .slice((page - 1) * limit, page * limit)
    .map((fact) => ({ ...fact, delegated_amount: 0, frozen: false, burnt: null }))
  return { last_indexed_slot: 1, total: owned.length, limit, page, token_accounts: owned }
}

// biome-ignore lint/suspicious/noExplicitAny: parameters have every shape.
function resultOf(facts: readonly AssetFact[], method: string, params: any): unknown {
  if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  if (method === 'getAsset') {
    const found = facts.find(({ id }) => id === params.id)
    return found && toAsset(found)
  }
  if (method !== 'searchAssets') return undefined
  const { ownerAddress, compressed, burnt, page, limit } = params
  const owned = facts.filter(
    ({ owner, isCompressed = true, isBurnt = false }) =>
      owner === ownerAddress && isCompressed === compressed && isBurnt === burnt,
  )
  const items = owned.slice((page - 1) * limit, page * limit).map(toAsset)
  return { total: items.length, limit, page, items }
}

function toAsset({ id, owner, name, image, isCompressed = true, isBurnt = false }: AssetFact) {
  return {
    interface: 'V1_NFT',
    id,
    content: {
      $schema: 'https://schema.metaplex.com/nft1.0.json',
      json_uri: 'https://meta.example/1.json',
      files: [],
      metadata: { name, symbol: 'LK', description: 'A key.', token_standard: 'NonFungible' },
      links: image === undefined ? {} : { image },
    },
    authorities: [],
    compression: {
      eligible: false,
      compressed: isCompressed,
      data_hash: '',
      creator_hash: '',
      asset_hash: '',
      tree: '',
      seq: 1,
      leaf_id: 1,
    },
    grouping: [
      {
        group_key: 'collection',
        group_value: 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w',
        collection_metadata: { name: 'Mad Keys' },
      },
    ],
    royalty: { royalty_model: 'creators', target: null, percent: 0, basis_points: 0 },
    creators: [],
    ownership: {
      frozen: false,
      delegated: false,
      delegate: null,
      ownership_model: 'single',
      owner,
    },
    supply: null,
    mutable: true,
    burnt: isBurnt,
  }
}
