import { nativeToken } from '../tokens/Token.js'

/** What a transaction changed for an account, without fees. */
export type TransactionChanges = {
  readonly slot: number | undefined
  /** Whether the transaction names the account or its token accounts' owner. */
  readonly isNamed: boolean
  readonly isFailed: boolean
  readonly time: number | undefined
  readonly from: string
  readonly to: string
  readonly changes: readonly { readonly mint: string; readonly change: bigint }[]
}

/** Undefined for a transaction that the node does not have. */
export function parseSolanaTransaction(
  answer: unknown,
  account: string,
): TransactionChanges | undefined {
  const { slot, transaction, meta, blockTime } = (answer ?? {}) as RawTransaction
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
  const owners = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  return {
    slot: typeof slot === 'number' ? slot : undefined,
    isNamed: own >= 0 || owners.some(({ owner }) => owner === account),
    isFailed: meta.err !== null && meta.err !== undefined,
    time: typeof blockTime === 'number' ? blockTime : undefined,
    from: payer,
    to: findRecipient(meta, keys, coins, payer),
    changes,
  }
}

type Fields = [
  isFailed: 0 | 1,
  time: number | 0,
  from: string,
  to: string,
  changes: readonly (readonly [mint: string, change: string])[],
]

/** A short text for the database. */
export function formatChanges({ isFailed, time, from, to, changes }: TransactionChanges): string {
  const fields: Fields = [
    isFailed ? 1 : 0,
    time ?? 0,
    from,
    to,
    changes.map(({ mint, change }) => [mint, change.toString()]),
  ]
  return JSON.stringify(fields)
}

export function parseChanges(slot: number, text: string): TransactionChanges {
  const [isFailed, time, from, to, changes] = JSON.parse(text) as Fields
  return {
    ...{ slot, from, to, isNamed: true },
    isFailed: isFailed === 1,
    time: time || undefined,
    changes: changes.map(([mint, change]) => ({ mint, change: BigInt(change) })),
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
  readonly slot?: unknown
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
