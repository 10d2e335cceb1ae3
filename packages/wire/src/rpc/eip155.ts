/** EVM values in JSON-RPC. Parsers return undefined for invalid values. */

import { type Hex, matching, parseAddress, parseChainId, parseData, parseHash } from './hex.js'

export { type Hex, parseAddress, parseChainId, parseData, parseHash }

const quantityPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/
const looseQuantityPattern = /^0x[0-9a-fA-F]{1,64}$/
/** No wallet has more; a longer list would be a denial-of-service attack. */
const maxAccounts = 1_000

/** A number of at most 256 bits without leading zeros, as nodes must send it. */
export function parseQuantity(value: unknown): bigint | undefined {
  const hex = matching(value, quantityPattern)
  return hex === undefined ? undefined : BigInt(hex)
}

/** Like `parseQuantity`, but accepts leading zeros, which some sites send. */
export function parseLooseQuantity(value: unknown): bigint | undefined {
  const hex = matching(value, looseQuantityPattern)
  return hex === undefined ? undefined : BigInt(hex)
}

export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A list of addresses; undefined if one is invalid. */
export function parseAccounts(value: unknown): readonly Hex[] | undefined {
  if (!Array.isArray(value) || value.length > maxAccounts) return undefined
  const accounts = Array.from(value, parseAddress)
  return accounts.every((account) => account !== undefined) ? (accounts as Hex[]) : undefined
}

/** A transaction without its fees. Without `to` it creates a contract. */
export type TransactionEffect = {
  readonly from: Hex
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
}

/** A transaction as a node reports it. */
export function parseSentTransaction(value: unknown): TransactionEffect | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const from = parseAddress(record.from)
  const to = record.to === null || record.to === undefined ? undefined : parseAddress(record.to)
  const amount = parseQuantity(record.value)
  const data = parseData(record.input ?? record.data)
  if (from === undefined || amount === undefined || data === undefined) return undefined
  if (to === undefined && typeof record.to === 'string') return undefined
  return { from, to, value: amount, data }
}

/** A transaction with its nonce and, once it is mined, its block. */
export type ListedTransaction = TransactionEffect & {
  readonly hash: Hex
  readonly nonce: bigint
  readonly blockNumber: bigint | undefined
}

export function parseListedTransaction(value: unknown): ListedTransaction | undefined {
  const effect = parseSentTransaction(value)
  if (!effect) return undefined
  const record = value as Record<string, unknown>
  const hash = parseHash(record.hash)
  const nonce = parseQuantity(record.nonce)
  const blockNumber = optional(record.blockNumber, parseQuantity)
  if (hash === undefined || nonce === undefined || !blockNumber) return undefined
  return { ...effect, hash, nonce, blockNumber: blockNumber.value }
}

export type Receipt = {
  readonly hash: Hex
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly isSuccess: boolean
}

export function parseReceipt(value: unknown): Receipt | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const hash = parseHash(record.transactionHash)
  const blockHash = parseHash(record.blockHash)
  const blockNumber = parseQuantity(record.blockNumber)
  const status = parseQuantity(record.status)
  if (hash === undefined || blockHash === undefined || blockNumber === undefined) return undefined
  if (status !== 0n && status !== 1n) return undefined
  return { hash, blockHash, blockNumber, isSuccess: status === 1n }
}

export type Block = {
  readonly hash: Hex
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Hashes, or full transactions if they were requested. */
  readonly transactions: readonly unknown[]
}

export function parseBlock(value: unknown): Block | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const hash = parseHash(record.hash)
  const number = parseQuantity(record.number)
  const timestamp = parseQuantity(record.timestamp)
  const { transactions } = record
  if (hash === undefined || number === undefined || timestamp === undefined) return undefined
  return Array.isArray(transactions) ? { hash, number, timestamp, transactions } : undefined
}

/** A transaction as a site requests it; `from` and `chainId` are optional. */
export type TransactionRequest = Omit<TransactionEffect, 'from'> & {
  readonly from: Hex | undefined
  /** Decimal. */
  readonly chainId: string | undefined
}

export function parseTransactionRequest(value: unknown): TransactionRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const from = optional(record.from, parseAddress)
  const to = optional(record.to, parseAddress)
  const amount = optional(record.value, parseLooseQuantity)
  const data = optional(record.data, parseData)
  const input = optional(record.input, parseData)
  const chainId = optional(record.chainId, parseChainId)
  if (!from || !to || !amount || !data || !input || !chainId) return undefined
  if (data.value !== undefined && input.value !== undefined && data.value !== input.value) {
    return undefined
  }
  return {
    from: from.value,
    to: to.value,
    value: amount.value ?? 0n,
    data: data.value ?? input.value ?? '0x',
    chainId: chainId.value,
  }
}

/** Undefined for an invalid value; `{ value: undefined }` for an absent one. */
function optional<value>(
  given: unknown,
  parse: (given: unknown) => value | undefined,
): { value: value | undefined } | undefined {
  if (given === undefined || given === null) return { value: undefined }
  const value = parse(given)
  return value === undefined ? undefined : { value }
}
