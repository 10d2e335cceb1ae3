import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import {
  parseAddress,
  parseHash,
  parseLooseQuantity,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { ReceivedNft } from '../history/createReceived.js'
import { toNumber } from '../history/transferLogs.js'
import {
  assertAnswer,
  type BlockRange,
  type ChainIndex,
  IndexError,
  required,
} from './ChainIndex.js'
import { combineClaims, type TransferClaim } from './combineClaims.js'
import { createJsonRpc } from './jsonRpc.js'
import { createIndexCall, type IndexParts } from './requestIndex.js'

/** The most transfers per call. */
const maxRows = 1_000
const maxTokenPages = 3

/** JSON-RPC with Alchemy's `alchemy_getTokenBalances` and `alchemy_getAssetTransfers`. */
export function createAlchemyIndex(
  parts: IndexParts & {
    /** The URL for a chain, with the key. */
    readonly urlOf: (chain: NetworkId) => string
  },
): ChainIndex {
  const request = createJsonRpc(createIndexCall(parts))
  const known = new Map<NetworkId, true>()

  /** A service at the wrong URL would answer for another chain. */
  async function call(chain: NetworkId, method: string, params: unknown, signal: AbortSignal) {
    const url = parts.urlOf(chain)
    if (!known.has(chain)) {
      const id = parseQuantity(await request(url, 'eth_chainId', [], signal))
      assertAnswer(`eip155:${id}` === chain, 'The index serves another chain.')
      known.set(chain, true)
    }
    return request(url, method, params, signal)
  }

  /** The newest transfers in one direction, and down to which block they are complete. */
  async function list(
    chain: NetworkId,
    account: Hex,
    direction: 'fromAddress' | 'toAddress',
    query: BlockRange & { readonly category: readonly string[]; readonly size: number },
    signal: AbortSignal,
  ) {
    const { high, low, category, size } = query
    const filter = {
      fromBlock: toQuantity(BigInt(low)),
      toBlock: toQuantity(BigInt(high)),
      [direction]: account,
      category,
      order: 'desc',
      withMetadata: false,
      // Otherwise a transaction that only calls a contract is missing.
      excludeZeroValue: false,
      maxCount: toQuantity(BigInt(size)),
    }
    const result = await call(chain, 'alchemy_getAssetTransfers', [filter], signal)
    assertAnswer(isRecord(result), 'The result is not an object.')
    const { transfers, pageKey } = result
    assertAnswer(Array.isArray(transfers) && transfers.length <= size, 'The transfers are wrong.')
    const claims = transfers.map((row) => readTransfer(row, account, direction))
    assertAnswer(
      claims.every(({ block }) => block >= low && block <= high),
      'The answer has other blocks.',
    )
    const hasMore = transfers.length === size || (pageKey !== undefined && pageKey !== null)
    assertAnswer(!hasMore || claims.length > 0, 'A page is empty but not the last.')
    const lowest = Math.min(...claims.map(({ block }) => block))
    const from = !hasMore ? low : lowest < high ? lowest + 1 : lowest
    return { claims: claims.filter(({ block }) => block >= from), from }
  }

  return {
    async findTokens(chain, account, signal) {
      const contracts: Hex[] = []
      let pageKey: unknown
      for (let page = 0; page < maxTokenPages; page += 1) {
        const options = typeof pageKey === 'string' ? [{ pageKey }] : []
        const params = [account, 'erc20', ...options]
        const result = await call(chain, 'alchemy_getTokenBalances', params, signal)
        assertAnswer(isRecord(result), 'The result is not an object.')
        assertAnswer(
          parseAddress(result.address) === account,
          'The answer is about another account.',
        )
        const { tokenBalances } = result
        assertAnswer(Array.isArray(tokenBalances), 'The balances are not a list.')
        contracts.push(...tokenBalances.flatMap(readHeldToken))
        pageKey = result.pageKey
        if (typeof pageKey !== 'string') break
      }
      return contracts
    },
    async findNfts(chain, account, blocks, signal) {
      const query = { ...blocks, category: ['erc721', 'erc1155'], size: maxRows }
      const { claims, from } = await list(chain, account, 'toAddress', query, signal)
      return { pieces: claims.flatMap(({ pieces }) => pieces), from }
    },
    async findTransactions(chain, account, high, size, signal) {
      const rows = Math.min(maxRows, size * 2)
      const query = { high, low: 0, size: rows }
      const category = ['external', 'erc20', 'erc721', 'erc1155']
      const lists = await Promise.all([
        list(chain, account, 'fromAddress', { ...query, category }, signal),
        list(chain, account, 'toAddress', { ...query, category }, signal),
        // Not every chain has them: without, contracts' payments are missing.
        ...(['fromAddress', 'toAddress'] as const).map((direction) =>
          list(chain, account, direction, { ...query, category: ['internal'] }, signal).catch(
            withoutUnsupported,
          ),
        ),
      ])
      return combineClaims(lists, size)
    },
  }
}

function withoutUnsupported(error: { readonly code?: unknown }) {
  if (error.code === 'unsupported') return { claims: [], from: 0 }
  throw error
}

function readHeldToken(row: unknown): readonly Hex[] {
  assertAnswer(isRecord(row), 'A balance is not an object.')
  const contract = required(parseAddress(row.contractAddress), 'contract')
  const isEmpty = typeof row.tokenBalance === 'string' && /^0x0*$/.test(row.tokenBalance)
  return isEmpty ? [] : [contract]
}

function readTransfer(
  row: unknown,
  account: Hex,
  direction: 'fromAddress' | 'toAddress',
): TransferClaim {
  assertAnswer(isRecord(row), 'A transfer is not an object.')
  const hash = required(parseHash(row.hash), 'hash')
  const block = required(toNumber(row.blockNum), 'block')
  const from = parseAddress(row.from)
  const to = parseAddress(row.to)
  const side = direction === 'fromAddress' ? from : to
  assertAnswer(side === account, 'The answer is about another account.')
  assertAnswer(typeof row.uniqueId === 'string', 'A transfer has no id.')
  const claim = { hash, block, key: row.uniqueId, internal: [], pieces: [] }
  const raw = isRecord(row.rawContract) ? row.rawContract : {}
  switch (row.category) {
    case 'internal': {
      const value = required(parseLooseQuantity(raw.value), 'value')
      if (from === undefined || to === undefined || value === 0n) return claim
      return { ...claim, internal: [{ from, to, value }] }
    }
    case 'erc721':
    case 'erc1155':
      if (to !== account) return claim
      return { ...claim, pieces: readPieces(row, raw, row.category, { hash, block }) }
    case 'external':
    case 'erc20':
      return claim
    default:
      throw new IndexError('malformed', 'A transfer has another category.')
  }
}

/** `uniqueId` is `<hash>:log:<index>`. */
function readPieces(
  row: Readonly<Record<string, unknown>>,
  raw: Readonly<Record<string, unknown>>,
  standard: 'erc721' | 'erc1155',
  place: { readonly hash: Hex; readonly block: number },
): readonly ReceivedNft[] {
  const contract = required(parseAddress(raw.address), 'contract')
  const logIndex = readLogIndex(String(row.uniqueId))
  const entries = Array.isArray(row.erc1155Metadata) ? row.erc1155Metadata : []
  const ids =
    standard === 'erc721'
      ? [row.erc721TokenId ?? row.tokenId]
      : entries.map((entry: unknown) => (isRecord(entry) ? entry.tokenId : undefined))
  return ids.map((id) => {
    const tokenId = required(parseLooseQuantity(id), 'token id')
    return { ...place, contract, tokenId, standard, logIndex, batchIndex: 0 }
  })
}

function readLogIndex(uniqueId: string): number {
  const index = /:log:(\d{1,9}|0x[0-9a-f]{1,7})(?::|$)/i.exec(uniqueId)?.[1]
  return index === undefined ? 0 : Number(index)
}
