import { referenceOf } from '@latchkey/wire/caip'
import { parseSignature, parseSignatureStatus, parseValue } from '@latchkey/wire/rpc/solana'
import {
  type Evidence,
  type ExpectedPayment,
  type Finality,
  matchTransfers,
  type TransferCandidate,
} from './evidence.js'
import type { NodeReader } from './nodeReader.js'
import {
  parseSolanaTransaction,
  type SolanaTransaction,
  type TokenBalance,
} from './solanaTransaction.js'
import { parseTransferInstruction, type TransferInstruction } from './solanaTransfers.js'
import { VerificationError } from './verificationError.js'

/** Above this many blocks a transaction counts as final. */
const finalizedDepth = 32

/** Reads the transaction from the node. Throws a RefusedPayment. */
export async function readSolanaPayment(
  read: NodeReader,
  expected: ExpectedPayment,
  signature: string,
  finality: Finality,
): Promise<Evidence> {
  if (!parseSignature(signature)) throw new VerificationError('invalid-transaction')
  const genesis = await read('getGenesisHash', [], parseText)
  if (genesis.slice(0, 32) !== referenceOf(expected.network))
    throw new VerificationError('wrong-chain')

  const config = { encoding: 'json', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
  const [status, transaction] = await Promise.all([
    read('getSignatureStatuses', [[signature], { searchTransactionHistory: true }], parseStatus),
    read('getTransaction', [signature, config], (result) =>
      result === null ? null : parseSolanaTransaction(result),
    ),
  ])
  if (status === 'unknown') throw new VerificationError(transaction ? 'reorged' : 'not-found')
  if (!transaction) throw new VerificationError('pending')
  if (transaction.signature !== signature) throw new VerificationError('rpc-malformed')
  if (transaction.slot !== status.slot) throw new VerificationError('reorged')
  if (!transaction.isSuccess || !status.isSuccess) throw new VerificationError('failed')

  const candidates = expected.token
    ? toTokenTransfers(transaction, expected.token)
    : toCoinTransfers(transaction)
  const result = matchTransfers(candidates, expected)
  if ('reason' in result) throw new VerificationError(result.reason)
  if (!hasReceived(transaction, expected)) throw new VerificationError('not-received')
  const needsFinalized = finality === 'finalized' || finality >= finalizedDepth
  const isFinal = status.commitment === 'finalized'
  if (needsFinalized ? !isFinal : status.commitment === 'processed') {
    throw new VerificationError('not-final')
  }
  return {
    transaction: signature,
    transfers: result.transfers,
    includedAt: transaction.blockTime,
  }
}

function toCoinTransfers({ instructions }: SolanaTransaction): TransferCandidate[] {
  return instructions.flatMap(({ position, ...instruction }) => {
    const transfer = parseTransferInstruction(instruction)
    return transfer?.kind === 'coin' ? [{ position, ...transfer }] : []
  })
}

/** Transfers between token accounts, by their owners. */
function toTokenTransfers(transaction: SolanaTransaction, mint: string): TransferCandidate[] {
  const transfers = transaction.instructions.flatMap(({ position, ...instruction }) => {
    const transfer = parseTransferInstruction(instruction)
    return transfer?.kind === 'token' ? [{ position, ...transfer }] : []
  })
  return transfers.flatMap(({ position, from, to, amount, authority, program }) => {
    const target = transaction.after.get(to)
    if (target?.mint !== mint || (target.program ?? program) !== program) return []
    const arrived = arrivedAmount(transaction, transfers, { to, amount })
    if (arrived === undefined) return []
    const owner = transaction.before.get(from)?.owner ?? authority
    return [{ position, from: owner, to: target.owner, amount: arrived }]
  })
}

/** Tokens with a transfer fee deliver less than the instruction says; then only one is understood. */
function arrivedAmount(
  transaction: SolanaTransaction,
  transfers: readonly TransferInstruction[],
  { to, amount }: { readonly to: string; readonly amount: bigint },
): bigint | undefined {
  const change = changeOf(transaction, to)
  const incoming = transfers.filter((one) => one.to === to)
  const outgoing = transfers.filter((one) => one.from === to)
  const total = sum(incoming) - sum(outgoing)
  if (change === total) return amount
  return incoming.length === 1 && outgoing.length === 0 ? change : undefined
}

/** What the recipient has more after the transaction. */
function hasReceived(transaction: SolanaTransaction, expected: ExpectedPayment): boolean {
  const { token, recipient, amount } = expected
  if (token === undefined) return (transaction.coins.get(recipient) ?? 0n) >= amount
  const accounts = new Set(
    [...transaction.before, ...transaction.after]
      .filter(([, { mint, owner }]) => mint === token && owner === recipient)
      .map(([account]) => account),
  )
  return [...accounts].reduce((total, one) => total + changeOf(transaction, one), 0n) >= amount
}

function changeOf({ before, after }: SolanaTransaction, account: string): bigint {
  const amountOf = (balances: ReadonlyMap<string, TokenBalance>) =>
    balances.get(account)?.amount ?? 0n
  return amountOf(after) - amountOf(before)
}

function sum(transfers: readonly { readonly amount: bigint }[]): bigint {
  return transfers.reduce((total, { amount }) => total + amount, 0n)
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function parseStatus(answer: unknown) {
  return parseValue(answer, (value) => {
    if (!Array.isArray(value) || value.length !== 1) return undefined
    return value[0] === null ? ('unknown' as const) : parseSignatureStatus(value[0])
  })
}
