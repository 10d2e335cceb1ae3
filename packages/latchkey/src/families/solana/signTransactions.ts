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
import type { Question } from '../shared/askWallet.js'
import { isSameBytes } from '../shared/sameBytes.js'
import { signatureBytes } from './address.js'
import type { SolanaTransaction } from './provider.js'
import type { SolanaConnection } from './session.js'
import { checkSigner } from './signatures.js'
import {
  type ReadTransaction,
  readMessage,
  readTransaction,
  withSignature,
} from './transactionBytes.js'
import { type GivenTransaction, readGiven } from './transactionKinds.js'

/** Transactions of one request; what would take a person more than a look is not one. */
const mostTransactions = 50

export async function signTransaction<kind extends SolanaTransaction>(
  live: SolanaConnection,
  transaction: kind,
): Promise<kind> {
  const given = readGiven(transaction)
  return given.back(await signGiven(live, given))
}

/** All at once, or one by one with a wallet that cannot. */
export async function signAllTransactions<kind extends SolanaTransaction>(
  live: SolanaConnection,
  transactions: readonly kind[],
): Promise<kind[]> {
  const count = Array.isArray(transactions) ? transactions.length : 0
  if (count === 0 || count > mostTransactions) throw new InvalidRequestError('parameters')
  const given = transactions.map((one) => readGiven(one))
  if (!live.hasMethod('solana_signAllTransactions')) {
    const signed: kind[] = []
    for (const one of given) signed.push(one.back(await signGiven(live, one)))
    return signed
  }
  const { address } = live.state().active
  for (const one of given) checkOwn(one, address)
  const answers = await live.ask({
    method: 'solana_signAllTransactions',
    params: { transactions: given.map(({ text }) => text), pubkey: address },
    limit: limits.walletDecisionWait,
    parse: (answer) => parseSignedList(answer, count),
  })
  return given.map((one, index) => {
    const signed = checkSigned(one, address, { transaction: answers[index] ?? '' })
    return one.back(signed.bytes)
  })
}

async function signGiven(
  live: SolanaConnection,
  given: GivenTransaction<unknown>,
): Promise<Uint8Array> {
  return (await askToSign(live, given)).bytes
}

/** Has the wallet sign, and makes sure that it did. */
export async function askToSign(
  live: SolanaConnection,
  given: ReadTransaction,
  options: Pick<Question<SignedAnswer>, 'signal' | 'heard'> = {},
): Promise<ReadTransaction> {
  const { address } = live.state().active
  checkOwn(given, address)
  const answer = await live.ask({
    ...options,
    method: 'solana_signTransaction',
    params: {
      transaction: base64.encode(given.bytes),
      pubkey: address,
      ...legacyFields(given.message),
    },
    limit: limits.walletDecisionWait,
    parse: parseSignedAnswer,
  })
  return checkSigned(given, address, answer)
}

/** A transaction of another account is nothing to bother this wallet with. */
export function checkOwn({ signers }: ReadTransaction, address: string): void {
  if (!signers.includes(address)) throw new InvalidRequestError('account')
}

/**
 * The signed transaction. Wallets may add to it, to protect their user or to pay for its place, and
 * what they return is what they signed. Once others have signed, every change would undo theirs.
 */
export function checkSigned(
  given: ReadTransaction,
  address: string,
  answer: SignedAnswer,
): ReadTransaction {
  const bytes =
    'transaction' in answer
      ? base64.decode(parseTransaction(answer.transaction) ?? '')
      : withSignature(given, address, signatureBytes(answer.signature) ?? new Uint8Array())
  const signed = readTransaction(bytes)
  const signature = signed?.signatures[signed.signers.indexOf(address)]
  if (!signed || !signature) throw new MalformedAnswerError('solana_signTransaction')
  checkSigner({ address, signature, message: signed.message })
  const others = given.signers.flatMap((signer, index) => {
    const made = given.signatures[index]
    return signer !== address && made?.some((byte) => byte !== 0) ? [{ signer, made }] : []
  })
  if (others.length === 0) return signed
  if (!isSameBytes(signed.message, given.message)) {
    throw new WrongTransactionError(base58.encode(signature))
  }
  // Wallets leave out what others have signed as often as not.
  const whole = others.reduce(
    (so, { signer, made }) => readTransaction(withSignature(so, signer, made)) ?? so,
    signed,
  )
  return whole
}

/** What older wallets read instead of the bytes; they know no other version (wire protocols §11.1). */
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
