import { isRecord } from '@latchkey/wire/json'
import { base58, base64 } from '@scure/base'
import { type ChainCall, ChainError } from '../api/chains.js'
import type { Signer } from '../vault/signer.js'
import type { PreparedAction, SolanaTransactionAction } from './action.js'
import type { RpcCall } from './embeddedWallet.js'
import { type SolanaNode, simulateSolana } from './simulateSolana.js'
import { fetchLoadedAccounts } from './solanaLookups.js'
import {
  maxTransactionBytes,
  readSolanaMessage,
  readSolanaTransaction,
  withSignature,
} from './solanaTransaction.js'
import { readableText } from './text.js'
import { foreignAccount, invalidParams, unsupportedMethod } from './walletErrors.js'

/** Current names of deprecated commitments that sites still use. */
const commitments: ReadonlyMap<unknown, string> = new Map([
  ['processed', 'processed'],
  ['recent', 'processed'],
  ['confirmed', 'confirmed'],
  ['single', 'confirmed'],
  ['singleGossip', 'confirmed'],
  ['finalized', 'finalized'],
  ['root', 'finalized'],
  ['max', 'finalized'],
])
const maxMessageBytes = 8 * 1024
const maxTransactions = 50

/** Parses requests for the Solana account. */
export async function prepareSolana(
  {
    signer,
    rpc,
    coin,
  }: { readonly signer: Signer; readonly rpc: ChainCall; readonly coin: SolanaNode['coin'] },
  { method, params, chainId }: RpcCall,
  signal: AbortSignal,
): Promise<PreparedAction> {
  const account = signer.addresses.solana
  const key = base58.decode(account)
  const base = { chainId, account }

  /** The transaction and the index of our signature. */
  function readTransaction(text: unknown) {
    const bytes = decode(text, maxTransactionBytes)
    const transaction = readSolanaTransaction(bytes)
    if (!transaction) throw invalidParams('The transaction cannot be read')
    const { accounts, signerCount } = transaction.message
    const index = accounts.slice(0, signerCount).findIndex((one) => isEqual(one, key))
    if (index < 0) throw foreignAccount()
    const { message, messageStart } = transaction
    return { bytes, index, message, signedBytes: bytes.slice(messageStart) }
  }

  type Read = ReturnType<typeof readTransaction>

  async function sign({ bytes, index, signedBytes }: Read): Promise<Uint8Array> {
    return withSignature(bytes, index, await signer.signEd25519(signedBytes))
  }

  async function transactionsAction(
    read: readonly Read[],
    sends: boolean,
  ): Promise<SolanaTransactionAction> {
    const messages = read.map(({ message }) => message)
    const tables = await fetchLoadedAccounts(rpc, chainId, messages, signal)
    const transactions = read.map(({ bytes }, index) => ({ bytes, loaded: tables[index] ?? [] }))
    const simulation = simulateSolana({ rpc, chainId, account, coin }, transactions, signal)
    return { ...base, kind: 'solana-transactions', transactions, sends, simulation }
  }

  switch (method) {
    case 'solana_signMessage': {
      const { message, pubkey } = recordOf(params, ['message', 'pubkey'])
      if (pubkey !== account) throw foreignAccount()
      const bytes = decode(message, maxMessageBytes)
      // Its signature would also be valid for the transaction.
      if (readSolanaMessage(bytes) || readSolanaTransaction(bytes)) {
        throw invalidParams('The message is a transaction')
      }
      return {
        action: { ...base, kind: 'solana-message', bytes, text: readableText(bytes) },
        execute: async () => ({ signature: base58.encode(await signer.signEd25519(bytes)) }),
      }
    }
    case 'solana_signTransaction': {
      const read = readTransaction(recordOf(params, ['transaction']).transaction)
      return {
        action: await transactionsAction([read], false),
        execute: async () => ({ transaction: base58.encode(await sign(read)) }),
      }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = recordOf(params, ['transactions'])
      const count = Array.isArray(transactions) ? transactions.length : 0
      if (!Array.isArray(transactions) || count === 0 || count > maxTransactions) {
        throw invalidParams('There are no transactions, or too many')
      }
      const read = transactions.map(readTransaction)
      return {
        action: await transactionsAction(read, false),
        async execute() {
          const signed: string[] = []
          for (const one of read) signed.push(base58.encode(await sign(one)))
          return { transactions: signed }
        },
      }
    }
    case 'solana_signAndSendTransaction': {
      const given = recordOf(params, ['transaction', 'options'])
      const read = readTransaction(given.transaction)
      const options = readOptions(given.options)
      return {
        action: await transactionsAction([read], true),
        async execute(ended) {
          ended.throwIfAborted()
          return { signature: await send(rpc, chainId, await sign(read), options) }
        },
      }
    }
    default:
      throw unsupportedMethod(method)
  }
}

async function send(
  rpc: ChainCall,
  chainId: string,
  signed: Uint8Array,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  // The first signature is the id of a transaction, even if it is not ours.
  const name = base58.encode(signed.slice(1, 65))
  const params = [base64.encode(signed), { ...options, encoding: 'base64' }]
  const { signal } = new AbortController()
  try {
    await rpc(chainId, 'sendTransaction', params, signal)
  } catch (fault) {
    if (fault instanceof ChainError) throw fault
    // Without a response the transaction may still have arrived.
    const known = await rpc(chainId, 'getSignatureStatuses', [[name]], signal).catch(
      () => undefined,
    )
    const { value } = Object(known) as { value?: readonly unknown[] }
    if (!value?.[0]) throw fault
  }
  return name
}

function readOptions(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {}
  const known = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot'] as const
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = recordOf(given, known)
  const commitment = commitments.get(preflightCommitment)
  const isCount = (value: unknown) =>
    value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)
  const fits =
    (skipPreflight === undefined || typeof skipPreflight === 'boolean') &&
    (preflightCommitment === undefined || commitment !== undefined) &&
    isCount(maxRetries) &&
    isCount(minContextSlot)
  if (!fits) throw invalidParams('The options do not fit')
  return {
    ...(skipPreflight !== undefined && { skipPreflight }),
    ...(commitment !== undefined && { preflightCommitment: commitment }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(minContextSlot !== undefined && { minContextSlot }),
  }
}

/** An object with these fields only. */
function recordOf<name extends string>(
  given: unknown,
  fields: readonly name[],
): Readonly<Record<name, unknown>> {
  const isFitting =
    isRecord(given) && Object.keys(given).every((field) => fields.includes(field as name))
  if (!isFitting) throw invalidParams('The parameters are not the object they should be')
  return given as Readonly<Record<name, unknown>>
}

function decode(text: unknown, maxBytes: number): Uint8Array {
  // Base58 decoding takes quadratic time.
  if (typeof text !== 'string' || text.length > maxBytes * 1.4) {
    throw invalidParams('The bytes are no text, or too many')
  }
  try {
    const bytes = base58.decode(text)
    if (bytes.length <= maxBytes) return bytes
  } catch (cause) {
    throw invalidParams('The bytes are not in base58', cause)
  }
  throw invalidParams('There are too many bytes')
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
