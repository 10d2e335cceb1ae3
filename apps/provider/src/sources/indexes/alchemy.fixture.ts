import { type Hex, numberToHex } from 'viem'
import type { StandInRequest, StandInResponse } from '../onramp/drivers/standIn.fixture.js'
import type { ChainFacts, TransactionFact } from './facts.fixture.js'

type Row = Record<string, unknown> & { readonly from: Hex; readonly to: Hex | null }

/**
 * JSON-RPC as published: https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-balances
 * and https://www.alchemy.com/docs/data/transfers-api/transfers-endpoints/alchemy-get-asset-transfers
 */
export function answerAlchemy(facts: ChainFacts, { body }: StandInRequest): StandInResponse {
  const { id, method, params } = body
  const result = resultOf(facts, method, params)
  return {
    body:
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32601, message: `Unsupported method: ${method}` } }
        : { jsonrpc: '2.0', id, result },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: parameters have every shape.
function resultOf(facts: ChainFacts, method: string, params: any): unknown {
  switch (method) {
    case 'eth_chainId':
      return numberToHex(facts.chain)
    case 'alchemy_getTokenBalances':
      return { address: params[0], tokenBalances: tokenBalances(facts, params[0]) }
    case 'alchemy_getAssetTransfers':
      return assetTransfers(facts, params[0])
    default:
      return undefined
  }
}

function tokenBalances({ transactions }: ChainFacts, account: Hex): readonly object[] {
  const received = transactions
    .flatMap(({ transfers }) => transfers)
    .filter(({ to, standard }) => to === account && standard === 'erc20')
  return [...new Set(received.map(({ contract }) => contract))].map((contractAddress) => ({
    contractAddress,
    // Not the real one: balances come from the chain.
    tokenBalance: `0x${'0'.repeat(40)}${'f'.repeat(24)}`,
  }))
}

type Filter = {
  readonly fromBlock: Hex
  readonly toBlock: Hex
  readonly fromAddress?: Hex
  readonly toAddress?: Hex
  readonly category: readonly string[]
  readonly maxCount: Hex
}

function assetTransfers({ transactions }: ChainFacts, filter: Filter) {
  const rows = transactions
    .filter(({ block }) => block >= Number(filter.fromBlock) && block <= Number(filter.toBlock))
    .flatMap(transferRows)
    .filter(
      ({ category, from, to }) =>
        filter.category.includes(String(category)) &&
        (filter.fromAddress === undefined || filter.fromAddress === from) &&
        (filter.toAddress === undefined || filter.toAddress === to),
    )
    .reverse()
  const size = Number(filter.maxCount)
  return {
    transfers: rows.slice(0, size),
    ...(rows.length > size && { pageKey: '01a96c0c-9a45-4a8f-9a50-4f3f0b5a3d8a' }),
  }
}

function transferRows(tx: TransactionFact): readonly Row[] {
  const common = { blockNum: numberToHex(tx.block), hash: tx.hash, asset: 'ETH' }
  const ids = { erc721TokenId: null, erc1155Metadata: null, tokenId: null }
  const coin = (value: bigint) => ({
    value: Number(value) / 1e18,
    rawContract: { value: numberToHex(value), address: null, decimal: '0x12' },
  })
  return [
    {
      ...{ ...common, ...ids, ...coin(tx.value), from: tx.from, to: tx.to },
      uniqueId: `${tx.hash}:external`,
      category: 'external',
    },
    ...tx.internal.map(({ from, to, value }, index) => ({
      ...{ ...common, ...ids, ...coin(value), from, to },
      uniqueId: `${tx.hash}:internal:${index}`,
      category: 'internal',
    })),
    ...tx.transfers.map(
      ({ from, to, contract, tokenId = 0n, amount, standard, logIndex, batchIndex }) => ({
        ...{ ...common, from, to },
        uniqueId: `${tx.hash}:log:${logIndex}${batchIndex > 0 ? `:${batchIndex}` : ''}`,
        asset: '<img src=x onerror=alert(1)>',
        category: standard,
        value: null,
        erc721TokenId: standard === 'erc721' ? numberToHex(tokenId, { size: 32 }) : null,
        tokenId: standard === 'erc721' ? numberToHex(tokenId, { size: 32 }) : null,
        erc1155Metadata:
          standard === 'erc1155'
            ? [{ tokenId: numberToHex(tokenId), value: numberToHex(amount) }]
            : null,
        rawContract: {
          value: standard === 'erc20' ? numberToHex(amount, { size: 32 }) : null,
          address: contract,
          decimal: '0x2',
        },
      }),
    ),
  ]
}

const failed = (code: number, message: string): StandInResponse => ({
  body: { jsonrpc: '2.0', id: 1, error: { code, message } },
})

/** Errors as at https://www.alchemy.com/docs/reference/error-reference, and shapes that are not published. */
export const alchemyFaults: Readonly<Record<string, StandInResponse>> = {
  'a rate limit': failed(429, 'Your app has exceeded its compute units per second capacity.'),
  'a rejected key': { status: 401, body: { error: 'Must be authenticated!' } },
  'an answer to another request': { body: { jsonrpc: '2.0', id: 'x', result: '0x1' } },
  'a result of another type': { body: { jsonrpc: '2.0', id: 1, result: [1, null] } },
  'no result': { body: { jsonrpc: '2.0', id: 1 } },
}

/** Changes every transfer and balance of an answer. */
export function mapAlchemyRows(
  answer: StandInResponse,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): StandInResponse {
  const body = answer.body as { readonly result: Record<string, unknown> }
  const { result } = body
  if (typeof result !== 'object') return answer
  const mapped = Object.entries(result).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(change) : value,
  ])
  return { ...answer, body: { ...body, result: Object.fromEntries(mapped) } }
}
