import { type NetworkId, namespaceOf, parseNetworkId } from '@latchkey/wire/caip'
import { parseAddress as parseEvmAddress } from '@latchkey/wire/rpc/eip155'
import { base58 } from '@scure/base'
import type { ExpectedPayment, Finality } from './evidence.js'
import { readEvmPayment, type SentTransaction } from './evmPayment.js'
import { createNodeReader, NodeCallError, type PaymentRpc } from './nodeReader.js'
import { readSolanaPayment } from './solanaPayment.js'
import { type PaymentFailureReason, VerificationError } from './verificationError.js'

/** What was to be paid. Take it from your own records, never from the page. */
export type Payment = {
  /** CAIP-2, such as `eip155:8453`; eip155 and solana networks only. */
  readonly network: string
  /** `native`, or the address of the token (ERC-20 contract or SPL mint). */
  readonly asset: string
  /** In the asset's smallest unit. */
  readonly amount: bigint
  readonly recipient: string
  /** Your id of the payment; needed to tell a second verification from a second payment. */
  readonly id?: string | undefined
}

export type VerifyPaymentOptions = {
  readonly payment: Payment
  /** The transaction's hash or signature, as the page reports it. */
  readonly transaction: string | SentTransaction
  /** JSON-RPC URLs of nodes that you trust. */
  readonly rpc: PaymentRpc
  /**
   * Blocks that must confirm the payment, its own included, or `finalized`. By default 12 on EVM chains
   * and `finalized` on Solana, where a number means `confirmed` up to 31 and `finalized` above.
   */
  readonly confirmations?: Finality | undefined
  /** The only account whose payment is accepted. By default, any. */
  readonly payer?: string | undefined
  /** When the payment was created; an older transaction is not accepted. */
  readonly notBefore?: Date | undefined
  /**
   * Looks up a transfer among those you have accepted: answer the id of its payment, or true if you do
   * not store ids, or undefined. Without it, store `key` and accept each key only once.
   */
  readonly used?: ((key: string) => UsedAnswer | Promise<UsedAnswer>) | undefined
  readonly signal?: AbortSignal | undefined
}

type UsedAnswer = string | boolean | undefined | null

export type VerifiedPayment = {
  readonly ok: true
  /** Identifies the transfer; the same whenever it is verified. Store it with the payment. */
  readonly key: string
  readonly transaction: string
  readonly payer: string
  /** When the chain included it, if the node knows. */
  readonly includedAt: Date | undefined
}

export type VerifyPaymentFailure = { readonly ok: false; readonly reason: PaymentFailureReason }

/**
 * Verifies on chain that a payment was made: the exact amount of the asset, to the recipient, final, and
 * not used for another payment. A refused payment does not throw: the result contains the reason.
 */
export async function verifyPayment(
  options: VerifyPaymentOptions,
): Promise<VerifiedPayment | VerifyPaymentFailure> {
  try {
    return await verify(options)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof VerificationError) return { ok: false, reason: error.reason }
    if (error instanceof NodeCallError) return { ok: false, reason: 'rpc-unavailable' }
    throw error
  }
}

async function verify(options: VerifyPaymentOptions): Promise<VerifiedPayment> {
  const { payment, transaction, rpc, notBefore, used, signal } = options
  const expected = parsePayment(options)
  const sent = parseSent(transaction)
  const isEvm = namespaceOf(expected.network) === 'eip155'
  const finality = options.confirmations ?? (isEvm ? 12 : 'finalized')
  const read = createNodeReader(rpc, expected.network, signal)
  const evidence = isEvm
    ? await readEvmPayment(read, expected, sent, finality)
    : await readSolanaPayment(read, expected, sent.hash, finality)
  const { includedAt } = evidence
  if (notBefore && !(includedAt !== undefined && includedAt * 1_000 >= floorToSecond(notBefore))) {
    throw new VerificationError('too-old')
  }
  for (const { position, from } of evidence.transfers) {
    const key = `${expected.network}/${evidence.transaction}/${position}`
    const owner = await used?.(key)
    const isOwn = payment.id !== undefined && owner === payment.id
    if (owner !== undefined && owner !== null && owner !== false && !isOwn) continue
    return {
      ok: true,
      key,
      transaction: evidence.transaction,
      payer: from,
      includedAt: includedAt === undefined ? undefined : new Date(includedAt * 1_000),
    }
  }
  throw new VerificationError('already-used')
}

/** Blocks have whole seconds. */
function floorToSecond(date: Date): number {
  return Math.floor(date.getTime() / 1_000) * 1_000
}

function parsePayment({ payment, payer, confirmations }: VerifyPaymentOptions): ExpectedPayment {
  const network = parseNetworkId(payment.network)?.networkId
  const recipient = network && parseAddress(network, payment.recipient)
  const token =
    network && payment.asset !== 'native' ? parseAddress(network, payment.asset) : undefined
  const account = network && payer !== undefined ? parseAddress(network, payer) : undefined
  const isFinality =
    confirmations === undefined ||
    confirmations === 'finalized' ||
    (Number.isSafeInteger(confirmations) && confirmations > 0)
  if (
    !network ||
    !recipient ||
    !isFinality ||
    typeof payment.amount !== 'bigint' ||
    payment.amount <= 0n ||
    (payment.asset !== 'native' && !token) ||
    (payer !== undefined && !account)
  ) {
    throw new VerificationError('invalid-payment')
  }
  return { network, token, amount: payment.amount, recipient, payer: account }
}

/** In the form in which addresses are compared. */
function parseAddress(network: NetworkId, value: unknown): string | undefined {
  if (namespaceOf(network) === 'eip155') return parseEvmAddress(value)
  if (namespaceOf(network) !== 'solana' || typeof value !== 'string') return undefined
  return decodedLength(value) === 32 ? value : undefined
}

function decodedLength(text: string): number | undefined {
  try {
    return text.length <= 44 ? base58.decode(text).length : undefined
  } catch {
    return undefined
  }
}

/** The page may send anything. */
function parseSent(value: unknown): SentTransaction {
  if (typeof value === 'string') return { hash: value }
  const { hash, from, nonce } = Object(value)
  if (typeof hash !== 'string') throw new VerificationError('invalid-transaction')
  const isNonce = Number.isSafeInteger(nonce) && nonce >= 0
  return { hash, ...(typeof from === 'string' && isNonce && { from, nonce }) }
}
