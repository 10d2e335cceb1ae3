import type { NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { mapConcurrent } from '../mapConcurrent.js'
import type { Tokens } from '../tokens/createTokens.js'
import { nativeToken } from '../tokens/Token.js'
import type { HistoryItem, HistoryPage, HistoryTransfer } from './HistoryItem.js'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Token transfers do not name the owner, so token accounts are read too. */
const maxTokenAccounts = 20
const concurrency = 8
/** The node's limit per request. */
const maxSignatures = 1_000

type Parts = { readonly nodes: Nodes; readonly tokens: Tokens }
type Signature = {
  readonly signature: string
  readonly slot: number
  readonly blockTime?: number | null
}

/** The newest transactions of a Solana account before a signature. */
export async function readSolanaPage(
  { nodes, tokens }: Parts,
  chain: NetworkId,
  account: string,
  position: string | undefined,
  size: number,
): Promise<HistoryPage> {
  const before = position === undefined ? undefined : parsePosition(position)
  const accounts = [account, ...(await tokenAccounts(nodes, chain, account))]
  const lists = await mapConcurrent(accounts, concurrency, (address) =>
    signaturesOf(nodes, chain, address, before, size),
  )
  const unique = new Map(lists.flat().map((one) => [one.signature, one]))
  const newest = [...unique.values()].sort((a, b) => b.slot - a.slot)
  const page = newest.slice(0, size)
  const read = await mapConcurrent(page, concurrency, async (one) => {
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    const answer = await nodes.call(chain, 'getTransaction', [one.signature, options])
    return { one, outcome: parseTransaction(answer, account) }
  })
  const mints = read.flatMap(({ outcome }) => outcome?.changes.map(({ mint }) => mint) ?? [])
  const known = await tokens.find(chain, mints)
  const items = read.flatMap(({ one, outcome }) => {
    if (!outcome) return []
    const movements = outcome.changes.flatMap(({ mint, change }): HistoryTransfer[] => {
      const token = known.get(mint)
      if (!token) return []
      const { name, symbol, decimals } = token
      return [
        {
          direction: change > 0n ? 'in' : 'out',
          amount: change > 0n ? change : -change,
          decimals,
          asset: { kind: 'fungible', name, symbol },
          isSpam: false,
        },
      ]
    })
    const item: HistoryItem = {
      chain,
      hash: one.signature,
      operation: operationOf(movements),
      isFailed: outcome.isFailed,
      time: outcome.time ?? one.blockTime ?? 0,
      from: outcome.from,
      to: outcome.to,
      nonce: 0,
      transfers: movements,
    }
    return [{ item, position: formatPosition(one) }]
  })
  const isMore = newest.length > page.length || lists.some((list) => list.length >= size)
  const last = page.at(-1)
  return { items, next: isMore && last ? formatPosition(last) : undefined }
}

async function signaturesOf(
  nodes: Nodes,
  chain: NetworkId,
  address: string,
  before: Signature | undefined,
  limit: number,
): Promise<readonly Signature[]> {
  const read = async (options: { readonly limit: number; readonly before?: string }) =>
    (await nodes
      .call(chain, 'getSignaturesForAddress', [address, options])
      .catch((error: unknown) => {
        if (!(error instanceof NodeRpcError)) throw error
        throw new ApiError(503, 'chainId', 'The chain cannot be read at the moment.', {
          cause: error,
        })
      })) as readonly Signature[]
  if (!before) return read({ limit })
  const below = await read({ limit, before: before.signature })
  if (below.length > 0) return below
  // Not every node accepts a signature of another account. Then list everything and filter by slot;
  // a transaction of the same slot can appear twice.
  const all = await read({ limit: maxSignatures })
  if (all.some(({ signature }) => signature === before.signature)) return []
  return all.filter(({ slot }) => slot <= before.slot).slice(0, limit)
}

function formatPosition({ slot, signature }: Signature): string {
  return `${slot}.${signature}`
}

function parsePosition(text: string): Signature {
  const match = /^(\d{1,15})\.([1-9A-HJ-NP-Za-km-z]{64,90})$/.exec(text)
  if (!match) throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  return { slot: Number(match[1]), signature: match[2] as string }
}

async function tokenAccounts(nodes: Nodes, chain: NetworkId, owner: string): Promise<string[]> {
  const answer = await nodes
    .call(chain, 'getTokenAccountsByOwner', [
      owner,
      { programId: tokenProgram },
      { encoding: 'jsonParsed' },
    ])
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return { value: [] }
      throw error
    })
  return (answer as { readonly value: readonly { readonly pubkey: unknown }[] }).value
    .flatMap(({ pubkey }) => (typeof pubkey === 'string' ? [pubkey] : []))
    .slice(0, maxTokenAccounts)
}

type TransactionChanges = {
  readonly isFailed: boolean
  readonly time: number | undefined
  readonly from: string
  readonly to: string
  readonly changes: readonly { readonly mint: string; readonly change: bigint }[]
}

/** A transaction's changes to an account's SOL and tokens, without fees. */
function parseTransaction(answer: unknown, account: string): TransactionChanges | undefined {
  const { transaction, meta, blockTime } = (answer ?? {}) as RawTransaction
  const keys = (transaction?.message?.accountKeys ?? []).map((key) =>
    typeof key === 'string' ? key : key.pubkey,
  )
  const [payer] = keys
  if (!meta || payer === undefined) return undefined
  const coins = keys.map(
    (_, index) => amount(meta.postBalances[index]) - amount(meta.preBalances[index]),
  )
  const own = keys.indexOf(account)
  const fee = account === payer ? amount(meta.fee) : 0n
  const change = own < 0 ? 0n : (coins[own] ?? 0n) + fee
  const tokenChange = new Map<string, bigint>()
  const add = (balances: readonly TokenBalance[] | null | undefined, sign: bigint) => {
    for (const { owner, mint, uiTokenAmount } of balances ?? []) {
      if (owner !== account) continue
      tokenChange.set(mint, (tokenChange.get(mint) ?? 0n) + sign * amount(uiTokenAmount.amount))
    }
  }
  add(meta.postTokenBalances, 1n)
  add(meta.preTokenBalances, -1n)
  const changes = [[nativeToken, change] as const, ...tokenChange]
    .filter(([, difference]) => difference !== 0n)
    .map(([mint, difference]) => ({ mint, change: difference }))
  return {
    isFailed: meta.err !== null && meta.err !== undefined,
    time: typeof blockTime === 'number' ? blockTime : undefined,
    from: payer,
    to: findRecipient(meta, keys, coins, payer),
    changes,
  }
}

/** The recipient: a token's new owner, otherwise the account that gained the most lamports. */
function findRecipient(
  meta: NonNullable<RawTransaction['meta']>,
  keys: readonly string[],
  coins: readonly bigint[],
  payer: string,
): string {
  const before = new Map(
    meta.preTokenBalances?.map(({ accountIndex, uiTokenAmount }) => [
      accountIndex,
      amount(uiTokenAmount.amount),
    ]),
  )
  const gained = meta.postTokenBalances?.find(
    ({ accountIndex, uiTokenAmount }) =>
      amount(uiTokenAmount.amount) > (before.get(accountIndex) ?? 0n),
  )
  if (gained?.owner) return gained.owner
  const most = coins.reduce((best, coin, index) => (coin > (coins[best] ?? 0n) ? index : best), 0)
  return keys[most] ?? payer
}

function operationOf(movements: readonly HistoryTransfer[]): HistoryItem['operation'] {
  const received = movements.some(({ direction }) => direction === 'in')
  const sent = movements.some(({ direction }) => direction === 'out')
  if (received && sent) return 'trade'
  if (received) return 'receive'
  return sent ? 'send' : 'execute'
}

function amount(value: number | string | undefined): bigint {
  return BigInt(value ?? 0)
}

type TokenBalance = {
  readonly accountIndex: number
  readonly owner?: string
  readonly mint: string
  readonly uiTokenAmount: { readonly amount: string }
}

type RawTransaction = {
  readonly blockTime?: number | null
  readonly meta?: {
    readonly err?: unknown
    readonly fee: number
    readonly preBalances: readonly (number | string)[]
    readonly postBalances: readonly (number | string)[]
    readonly preTokenBalances?: readonly TokenBalance[] | null
    readonly postTokenBalances?: readonly TokenBalance[] | null
  } | null
  readonly transaction?: {
    readonly message?: { readonly accountKeys?: readonly (string | { readonly pubkey: string })[] }
  }
}
