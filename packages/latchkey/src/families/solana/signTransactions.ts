import {
  parseSignedAnswer,
  parseSignedList,
  parseTransaction,
  type SignedAnswer,
} from '@latchkey/wire/rpc/solana'
import { base58, base64 } from '@scure/base'
import {
  InvalidRequestError,
  MalformedAnswerError,
  WrongTransactionError,
} from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { isEqualBytes } from '../shared/signatureChecks.js'
import type { WalletRequest } from '../shared/walletRequest.js'
import { signatureBytes } from './address.js'
import type { SolanaTransaction } from './provider.js'
import type { SolanaConnection } from './session.js'
import { checkSigner } from './signatures.js'
import {
  parseTransactionInput,
  type ReadTransaction,
  readMessage,
  readTransaction,
  type TransactionInput,
  withSignature,
} from './transaction.js'

/** More than a person can review in one request. */
const maxTransactions = 50

export async function signTransaction<kind extends SolanaTransaction>(
  connection: SolanaConnection,
  transaction: kind,
): Promise<kind> {
  const given = parseTransactionInput(transaction)
  return given.toInputKind(await signInput(connection, given))
}

/** All at once, or one by one if the wallet lacks the method. */
export async function signAllTransactions<kind extends SolanaTransaction>(
  connection: SolanaConnection,
  transactions: readonly kind[],
): Promise<kind[]> {
  const count = Array.isArray(transactions) ? transactions.length : 0
  if (count === 0 || count > maxTransactions) throw new InvalidRequestError('parameters')
  const given = transactions.map((one) => parseTransactionInput(one))
  if (!connection.hasMethod('solana_signAllTransactions')) {
    const signed: kind[] = []
    for (const one of given) signed.push(one.toInputKind(await signInput(connection, one)))
    return signed
  }
  const { address } = connection.state().active
  for (const one of given) assertSigner(one, address)
  const responses = await connection.request({
    method: 'solana_signAllTransactions',
    params: { transactions: given.map(({ text }) => text), pubkey: address },
    timeout: limits.walletDecisionWait,
    parse: (response) => parseSignedList(response, count),
  })
  return given.map((one, index) => {
    const signed = checkSigned(one, address, { transaction: responses[index] ?? '' })
    return one.toInputKind(signed.bytes)
  })
}

async function signInput(
  connection: SolanaConnection,
  given: TransactionInput<unknown>,
): Promise<Uint8Array> {
  return (await requestSignature(connection, given)).bytes
}

/** Requests a signature and verifies it. */
export async function requestSignature(
  connection: SolanaConnection,
  given: ReadTransaction,
  options: Pick<WalletRequest<SignedAnswer>, 'signal' | 'onResponse'> = {},
): Promise<ReadTransaction> {
  const { address } = connection.state().active
  assertSigner(given, address)
  const response = await connection.request({
    ...options,
    method: 'solana_signTransaction',
    params: {
      transaction: base64.encode(given.bytes),
      pubkey: address,
      ...legacyFields(given.message),
    },
    timeout: limits.walletDecisionWait,
    parse: parseSignedAnswer,
  })
  return checkSigned(given, address, response)
}

/** Throws for a transaction that the account does not have to sign. */
export function assertSigner({ signers }: ReadTransaction, address: string): void {
  if (!signers.includes(address)) throw new InvalidRequestError('account')
}

/**
 * Verifies the signed transaction. Wallets may change it, for example to add a fee, unless others have
 * signed before: any change would invalidate their signatures.
 */
export function checkSigned(
  given: ReadTransaction,
  address: string,
  response: SignedAnswer,
): ReadTransaction {
  const bytes =
    'transaction' in response
      ? base64.decode(parseTransaction(response.transaction) ?? '')
      : withSignature(given, address, signatureBytes(response.signature) ?? new Uint8Array())
  const signed = readTransaction(bytes)
  const signature = signed?.signatures[signed.signers.indexOf(address)]
  if (!signed || !signature) throw new MalformedAnswerError('solana_signTransaction')
  checkSigner({ address, signature, message: signed.message })
  const others = given.signers.flatMap((signer, index) => {
    const made = given.signatures[index]
    return signer !== address && made?.some((byte) => byte !== 0) ? [{ signer, made }] : []
  })
  if (others.length === 0) return signed
  if (!isEqualBytes(signed.message, given.message)) {
    throw new WrongTransactionError(base58.encode(signature))
  }
  // Many wallets drop the signatures of others.
  const whole = others.reduce(
    (so, { signer, made }) => readTransaction(withSignature(so, signer, made)) ?? so,
    signed,
  )
  return whole
}

/** Fields for older wallets, which support legacy messages only (wire protocols §11.1). */
function legacyFields(bytes: Uint8Array): object {
  const message = readMessage(bytes)
  if (!message?.isLegacy) return {}
  const { accounts, signerCount, readonlySigners, readonlyOthers, blockhash } = message
  const keyOf = (index: number) => ({
    pubkey: accounts[index],
    isSigner: index < signerCount,
    isWritable:
      index < signerCount
        ? index < signerCount - readonlySigners
        : index < accounts.length - readonlyOthers,
  })
  return {
    feePayer: accounts[0],
    recentBlockhash: blockhash,
    instructions: message.instructions.map(({ program, accounts: used, data }) => ({
      programId: accounts[program],
      data: base58.encode(data),
      keys: used.map(keyOf),
    })),
  }
}
