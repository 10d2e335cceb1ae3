import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { parseAddress, parseHash } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import type { ReceivedNft } from '../history/createReceived.js'
import {
  assertAnswer,
  type BlockRange,
  type ChainIndex,
  IndexError,
  required,
} from './ChainIndex.js'
import { combineClaims, type TransferClaim } from './combineClaims.js'
import { createIndexCall, type IndexParts } from './requestIndex.js'

/** What differs between services with Etherscan's API. */
export type EtherscanDialect = {
  /** The API's URL for a chain. */
  url(base: string, chain: NetworkId): string
  /** Whether one URL serves all chains. */
  readonly sendsChain: boolean
  /** Blockscout lists the tokens an account has; elsewhere that needs a paid plan. */
  readonly listsTokens: boolean
}

type Row = Readonly<Record<string, unknown>>
type ListAction = 'txlist' | 'txlistinternal' | 'tokentx' | 'tokennfttx' | 'token1155tx'

/** The most rows that a free plan of Etherscan returns per call. */
const maxRows = 1_000

/** Etherscan, Blockscout, Routescan and other services with the same API. */
export function createEtherscanIndex(parts: IndexParts, dialect: EtherscanDialect): ChainIndex {
  const call = createIndexCall(parts)

  async function request(
    chain: NetworkId,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<readonly Row[]> {
    const fields = new URLSearchParams({
      ...(dialect.sendsChain && { chainid: referenceOf(chain) }),
      module: 'account',
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      ...(parts.key !== undefined && { apikey: parts.key }),
    })
    return readRows(await call(`${dialect.url(parts.url, chain)}?${fields}`, undefined, signal))
  }

  /** The newest rows between two blocks, and down to which block they are complete. */
  async function list(
    action: ListAction,
    chain: NetworkId,
    account: Hex,
    { high, low }: BlockRange,
    size: number,
    signal: AbortSignal,
  ) {
    const query = { action, address: account, startblock: low, endblock: high }
    const rows = await request(chain, { ...query, page: 1, offset: size, sort: 'desc' }, signal)
    assertAnswer(rows.length <= size, 'The answer has too many rows.')
    const claims = rows.map((row) => readRow(action, row, account))
    assertAnswer(
      claims.every(({ block }) => block >= low && block <= high),
      'The answer has other blocks.',
    )
    const lowest = Math.min(...claims.map(({ block }) => block))
    // The lowest block of a full list can go on beyond it, unless it is the only one.
    const from = rows.length < size ? low : lowest < high ? lowest + 1 : lowest
    return { claims: claims.filter(({ block }) => block >= from), from }
  }

  return {
    async findTokens(chain, account, signal) {
      if (dialect.listsTokens) {
        const rows = await request(chain, { action: 'tokenlist', address: account }, signal)
        return rows.flatMap(({ type, contractAddress }) => {
          assertAnswer(typeof type === 'string', 'A token has no type.')
          const contract = required(parseAddress(contractAddress), 'contract')
          return type === 'ERC-20' ? [contract] : []
        })
      }
      const all = { high: 999_999_999, low: 0 }
      const { claims } = await list('tokentx', chain, account, all, maxRows, signal)
      return claims.flatMap(({ contract }) => contract ?? [])
    },
    async findNfts(chain, account, blocks, signal) {
      const lists = await Promise.all(
        (['tokennfttx', 'token1155tx'] as const).map((action) =>
          list(action, chain, account, blocks, maxRows, signal),
        ),
      )
      const from = Math.max(...lists.map((one) => one.from))
      const pieces = lists.flatMap(({ claims }) => claims.flatMap(({ pieces }) => pieces))
      return { pieces: pieces.filter(({ block }) => block >= from), from }
    },
    async findTransactions(chain, account, high, size, signal) {
      // More than needed, because one transaction can have several rows.
      const rows = Math.min(maxRows, size * 2)
      const lists = await Promise.all(
        (['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const).map(
          (action) => list(action, chain, account, { high, low: 0 }, rows, signal),
        ),
      )
      return combineClaims(lists, size)
    },
  }
}

function readRows(body: unknown): readonly Row[] {
  assertAnswer(isRecord(body), 'The answer is not an object.')
  const { status, message, result } = body
  if (String(status) === '1' || (Array.isArray(result) && result.length === 0)) {
    assertAnswer(Array.isArray(result) && result.every(isRecord), 'The result is not a list.')
    return result as readonly Row[]
  }
  // Blockscout: some blocks have no internal transactions yet.
  if (String(status) === '2') throw new IndexError('no-answer', 'The index is not complete.')
  throw rejection(`${String(message)} ${typeof result === 'string' ? result : ''}`)
}

/** The error texts of https://docs.etherscan.io/resources/common-error-messages */
function rejection(text: string): IndexError {
  if (/daily|per day/i.test(text)) {
    return new IndexError('rate-limited', 'The daily limit is reached.', dailyLimitPauseMs)
  }
  if (/rate limit|too many/i.test(text)) return new IndexError('rate-limited', 'Rate limited.')
  if (/api key|apikey/i.test(text)) return new IndexError('unauthorized', 'The key is rejected.')
  if (/chainid|not supported|free api access|api pro|unknown action|invalid action/i.test(text)) {
    return new IndexError('unsupported', 'The call is not supported.')
  }
  return new IndexError('no-answer', 'The index rejected the call.')
}

const dailyLimitPauseMs = 900_000

/** A row of a list, which must be about the account. */
function readRow(action: ListAction, row: Row, account: Hex): TransferClaim {
  const hash = required(parseHash(row.hash ?? row.transactionHash), 'hash')
  const block = required(toWhole(row.blockNumber), 'block')
  const from = parseAddress(row.from)
  const to = parseAddress(row.to)
  const created = parseAddress(row.contractAddress)
  const isCreation = to === undefined && created === account && !action.startsWith('token')
  assertAnswer(
    from === account || to === account || isCreation,
    'The answer is about another account.',
  )
  const claim = { hash, block, key: JSON.stringify(row), internal: [], pieces: [] }
  if (action === 'txlist') return claim
  if (action === 'txlistinternal') {
    const value = required(toAmount(row.value), 'value')
    const isMoved = row.isError !== '1' && value > 0n && from !== undefined
    const receiver = to ?? created
    return {
      ...claim,
      internal: isMoved && receiver !== undefined ? [{ from, to: receiver, value }] : [],
    }
  }
  const contract = required(created, 'contract')
  if (action === 'tokentx') return { ...claim, contract }
  const index = required(toWhole(row.logIndex ?? row.transactionIndex), 'index')
  const ids = Array.isArray(row.tokenIDs) ? row.tokenIDs : [row.tokenID]
  const standard = action === 'tokennfttx' ? ('erc721' as const) : ('erc1155' as const)
  return {
    ...claim,
    pieces:
      to === account
        ? ids.map((id): ReceivedNft => {
            const tokenId = required(toAmount(id), 'token id')
            return { contract, tokenId, standard, hash, block, logIndex: index, batchIndex: 0 }
          })
        : [],
  }
}

function toWhole(value: unknown): number | undefined {
  const text = String(value)
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function toAmount(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,78}$/.test(text)) return undefined
  const amount = BigInt(text)
  return amount < 2n ** 256n ? amount : undefined
}
