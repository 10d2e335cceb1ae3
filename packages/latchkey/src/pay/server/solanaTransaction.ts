import { isRecord } from '@latchkey/wire/json'
import { parseAddress, parseCount, parseSignature } from '@latchkey/wire/rpc/solana'
import type { ReadInstruction } from './solanaTransfers.js'

export type TokenBalance = {
  readonly mint: string
  readonly owner: string
  readonly program: string | undefined
  readonly amount: bigint
}

/** An executed transaction, as far as payments need it. */
export type SolanaTransaction = {
  readonly signature: string
  readonly slot: bigint
  readonly isSuccess: boolean
  /** Unix seconds. */
  readonly blockTime: number | undefined
  /** Also those that programs called, in the order of execution. */
  readonly instructions: readonly (ReadInstruction & { readonly position: string })[]
  /** By token account, before and after. */
  readonly before: ReadonlyMap<string, TokenBalance>
  readonly after: ReadonlyMap<string, TokenBalance>
  /** The change of lamports, by account. */
  readonly coins: ReadonlyMap<string, bigint>
}

/** Parses `getTransaction` with `encoding: 'json'`; undefined for anything else. */
export function parseSolanaTransaction(value: unknown): SolanaTransaction | undefined {
  try {
    return readTransaction(toRecord(value))
  } catch (error) {
    if (error instanceof MalformedError) return undefined
    throw error
  }
}

class MalformedError extends Error {}

function readTransaction(value: Fields): SolanaTransaction {
  const meta = toRecord(value.meta)
  const { signatures, message: body } = toRecord(value.transaction)
  const message = toRecord(body)
  const loaded = meta.loadedAddresses === undefined ? {} : toRecord(meta.loadedAddresses)
  const keys = [message.accountKeys, loaded.writable ?? [], loaded.readonly ?? []]
    .flatMap(toList)
    .map((key) => need(parseAddress(key)))
  const toInstruction = (entry: unknown): ReadInstruction => {
    const { programIdIndex, accounts, data } = toRecord(entry)
    return {
      program: keyAt(keys, programIdIndex),
      accounts: toList(accounts).map((index) => keyAt(keys, index)),
      data: need(typeof data === 'string' ? data : undefined),
    }
  }
  const inner = toList(meta.innerInstructions ?? []).map(toRecord)
  const instructions = toList(message.instructions).flatMap((entry, index) => [
    { position: String(index), ...toInstruction(entry) },
    ...inner
      .filter((one) => one.index === index)
      .flatMap(({ instructions: called }) => toList(called))
      .map((one, at) => ({ position: `${index}.${at}`, ...toInstruction(one) })),
  ])
  const { blockTime } = value
  return {
    signature: need(parseSignature(toList(signatures)[0])),
    slot: need(parseCount(value.slot)),
    isSuccess: need(meta.err === undefined ? undefined : { is: meta.err === null }).is,
    blockTime: typeof blockTime === 'number' && Number.isFinite(blockTime) ? blockTime : undefined,
    instructions,
    before: readTokenBalances(keys, meta.preTokenBalances),
    after: readTokenBalances(keys, meta.postTokenBalances),
    coins: readCoins(keys, toList(meta.preBalances), toList(meta.postBalances)),
  }
}

function readTokenBalances(keys: readonly string[], value: unknown): Map<string, TokenBalance> {
  return new Map(
    toList(value ?? []).map((entry) => {
      const { accountIndex, mint, owner, programId, uiTokenAmount } = toRecord(entry)
      const { amount } = toRecord(uiTokenAmount)
      const isAmount = typeof amount === 'string' && /^\d{1,20}$/.test(amount)
      const balance = {
        mint: need(parseAddress(mint)),
        owner: need(parseAddress(owner)),
        program: parseAddress(programId),
        amount: BigInt(need(isAmount ? amount : undefined)),
      }
      return [keyAt(keys, accountIndex), balance] as const
    }),
  )
}

function readCoins(
  keys: readonly string[],
  before: readonly unknown[],
  after: readonly unknown[],
): Map<string, bigint> {
  if (before.length !== keys.length || after.length !== keys.length) throw new MalformedError()
  return new Map(
    keys.map((key, index) => [
      key,
      need(toLamports(after[index])) - need(toLamports(before[index])),
    ]),
  )
}

/** JSON numbers above 2^53 are rounded, as large balances of validators are. */
function toLamports(value: unknown): bigint | undefined {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0
  return isCount ? BigInt(value) : undefined
}

type Fields = Readonly<Record<string, unknown>>

function toRecord(value: unknown): Fields {
  return need(isRecord(value) ? value : undefined)
}

function toList(value: unknown): readonly unknown[] {
  return need(Array.isArray(value) ? value : undefined)
}

function keyAt(keys: readonly string[], index: unknown): string {
  return need(typeof index === 'number' ? keys[index] : undefined)
}

function need<value>(value: value | undefined): value {
  if (value === undefined) throw new MalformedError()
  return value
}
