import { parseSignatureAnswer } from '@latchkey/wire/rpc/solana'
import { base58, base64 } from '@scure/base'
import type { Journal, TransactionSummary } from '../../core/account/journal/journal.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InsufficientFundsError } from '../../core/runtime/errors/send.js'
import {
  AlreadyRequestedError,
  NotEnoughCoinsError,
  TransactionExpiredError,
  TransferRefusedError,
} from '../../core/runtime/errors/transfer.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import { InvalidRequestError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { readProperty } from '../shared/walletError.js'
import { parseCommitment } from './commitment.js'
import { blockHeight, resendUntilIncluded } from './followTransaction.js'
import { broadcast, type NodeContext, readTransactionError } from './nodes.js'
import type { SendOptions, SolanaTransaction } from './provider.js'
import type { SolanaConnection } from './session.js'
import { assertSigner, checkSigned, requestSignature } from './signTransactions.js'
import { parseTransactionInput, type ReadTransaction } from './transaction.js'

/** The wallet signs, the widget sends. */
export async function sendTransaction(
  connection: SolanaConnection,
  transaction: SolanaTransaction,
  options?: SendOptions,
): Promise<string> {
  const given = parseTransactionInput(transaction)
  const sending = readOptions(options)
  assertSigner(given, connection.state().active.address)
  return send(connection, await claimEntry(connection), { given, options: sending })
}

/** The wallet signs and sends. For a wallet that cannot send, the widget does. */
export async function signAndSendTransaction(
  connection: SolanaConnection,
  transaction: SolanaTransaction,
  options?: SendOptions,
): Promise<string> {
  const given = parseTransactionInput(transaction)
  const sending = readOptions(options)
  assertSigner(given, connection.state().active.address)
  const entry = await claimEntry(connection)
  return connection.hasMethod('solana_signAndSendTransaction')
    ? requestSend(connection, entry, { given, options: sending })
    : send(connection, entry, { given, options: sending })
}

/** A journal entry that this request has claimed. */
type ClaimedEntry = { readonly id: string; readonly journal: Journal }

/** Writes the journal entry before the request is sent. An entry can be claimed once. */
export async function claimEntry(
  connection: SolanaConnection,
  {
    entryId,
    request = { value: '0' },
  }: {
    readonly entryId?: string
    readonly request?: TransactionSummary
  } = {},
): Promise<ClaimedEntry> {
  const journal = await lazyImport(connection.journal())
  connection.signal.throwIfAborted()
  const { active, networkId } = connection.state()
  const id = entryId ?? journal.open({ networkId, from: active.address, request }).id
  if (!journal.claim(id, request)) throw new AlreadyRequestedError(id)
  return { id, journal }
}

type SendParameters = {
  readonly given: ReadTransaction
  readonly options?: NodeOptions | undefined
  readonly signal?: AbortSignal | undefined
  /** The last block height at which it is valid, where known. */
  readonly lastBlock?: bigint | undefined
  /** Throws when the signed transaction differs from the request. */
  readonly check?: ((signed: ReadTransaction) => void) | undefined
  /** The index of the instruction that transfers SOL, for exact errors. */
  readonly coinInstruction?: number | undefined
}

/** Requests a signature and sends the transaction. Its id is in the journal before it is sent. */
export async function send(
  connection: SolanaConnection,
  { id, journal }: ClaimedEntry,
  { given, options, signal, lastBlock, check, coinInstruction }: SendParameters,
): Promise<string> {
  const context = getNodeContext(connection)
  const { address } = connection.state().active
  let isSigned = false
  let signed: ReadTransaction
  try {
    signed = await requestSignature(connection, given, {
      signal,
      onResponse(response, { isLate }) {
        isSigned = true
        // The caller stopped waiting, so it is never sent.
        if (isLate) return journal.update(id, { status: 'dropped', isLate })
        const hash = getTransactionId(checkSigned(given, address, response))
        const nonce = lastBlock?.toString()
        journal.update(id, { status: 'pending', hash, ...(nonce !== undefined && { nonce }) })
      },
    })
    check?.(signed)
  } catch (error) {
    // Without a response the wallet may still sign. With one, nothing was sent.
    const isOpen =
      error instanceof WalletTimeoutError || signal?.aborted || connection.signal.aborted
    if (isOpen && !isSigned) journal.update(id, { status: 'unclear' })
    else journal.remove(id)
    throw error
  }
  const { bytes } = signed
  const hash = getTransactionId(signed)
  try {
    await broadcast(context, bytes, options)
  } catch (error) {
    const failure = readTransactionError(error)
    if (failure !== undefined && !(await isRetryable(context, failure, lastBlock))) {
      journal.remove(id)
      const { symbol } = context.network.nativeCurrency
      throw toTransferError(failure, { symbol, coinInstruction })
    }
    // After a timeout it may still have arrived; it is resent in any case.
  }
  void resendUntilIncluded(context, connection.clock, { bytes, hash, lastBlock })
  return hash
}

/** Errors for a transaction that is on the chain already, and of nodes that do not know the blockhash yet. */
async function isRetryable(
  context: NodeContext,
  failure: unknown,
  lastBlock: bigint | undefined,
): Promise<boolean> {
  if (failure === 'AlreadyProcessed') return true
  if (failure !== 'BlockhashNotFound' || lastBlock === undefined) return false
  return blockHeight(context, 'confirmed').then(
    (height) => height <= lastBlock,
    () => true,
  )
}

/** Requests that the wallet signs and sends. */
export async function requestSend(
  connection: SolanaConnection,
  { id, journal }: ClaimedEntry,
  { given, options = {}, signal, lastBlock }: SendParameters,
): Promise<string> {
  let isSent = false
  try {
    return await connection.request({
      method: 'solana_signAndSendTransaction',
      params: {
        transaction: base64.encode(given.bytes),
        pubkey: connection.state().active.address,
        sendOptions: {
          preflightCommitment: connection.reading.preflightCommitment,
          ...options,
        },
      },
      timeout: limits.walletDecisionWait,
      signal,
      parse: parseSignatureAnswer,
      onResponse(hash, { isLate }) {
        isSent = true
        const nonce = lastBlock?.toString()
        const found = { hash, ...(nonce !== undefined && { nonce }), ...(isLate && { isLate }) }
        journal.update(id, { status: 'pending', ...found })
      },
    })
  } catch (error) {
    if (error instanceof UserRejectedError) journal.remove(id)
    // After any other error the wallet may still have sent it.
    else if (!isSent) journal.update(id, { status: 'unclear' })
    throw error
  }
}

/** The context for reads of the active network, until the connection ends. */
export function getNodeContext(connection: SolanaConnection): NodeContext {
  const network = connection.activeNetwork()
  if (!network) throw new ChainNotSupportedError()
  return { ...connection.reading, network, signal: connection.signal }
}

/** A transaction's id is its first signature. */
function getTransactionId({ signatures: [first] }: ReadTransaction): string {
  return base58.encode(first ?? new Uint8Array())
}

type NodeOptions = NonNullable<Parameters<typeof broadcast>[2]>

/** The site's options, with the current name of the commitment (specification §5). */
function readOptions(given: SendOptions | undefined): NodeOptions {
  const { skipPreflight, preflightCommitment: named, maxRetries, minContextSlot } = given ?? {}
  const preflightCommitment = parseCommitment(named)
  const isCount = (value: unknown) =>
    value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)
  const fits =
    (skipPreflight === undefined || typeof skipPreflight === 'boolean') &&
    (named === undefined || preflightCommitment !== undefined) &&
    isCount(maxRetries) &&
    isCount(minContextSlot)
  if (!fits) throw new InvalidRequestError('parameters')
  return {
    ...(skipPreflight !== undefined && { skipPreflight }),
    ...(preflightCommitment !== undefined && { preflightCommitment }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(minContextSlot !== undefined && { minContextSlot }),
  }
}

/** Converts the chain's error for a failed transaction. `coinInstruction` is the transfer of SOL. */
export function toTransferError(
  err: unknown,
  {
    symbol,
    coinInstruction,
  }: { readonly symbol: string; readonly coinInstruction?: number | undefined },
): WidgetError {
  const options = { cause: err }
  if (err === 'AccountNotFound' || err === 'InsufficientFundsForFee') {
    return new NotEnoughCoinsError('fees', symbol, options)
  }
  if (err === 'BlockhashNotFound') return new TransactionExpiredError(options)
  const rentError = readProperty(err, 'InsufficientFundsForRent')
  if (rentError !== undefined) {
    const reason = readProperty(rentError, 'account_index') === 0 ? 'fees' : 'opening'
    return new NotEnoughCoinsError(reason, symbol, options)
  }
  const failed = readProperty(err, 'InstructionError')
  // The system program's code for too few lamports, for transfers and new accounts alike.
  if (readProperty(readProperty(failed, '1'), 'Custom') === 1) {
    const isAmount = readProperty(failed, '0') === coinInstruction
    return new NotEnoughCoinsError(isAmount ? 'amount' : 'fees', symbol, options)
  }
  return new TransferRefusedError(options)
}

/** Whether the balance is too low. */
export function isBalanceTooLow(error: unknown): boolean {
  return (
    error instanceof InsufficientFundsError ||
    (error instanceof NotEnoughCoinsError && error.reason !== 'opening')
  )
}
