import { base58 } from '@scure/base'
import type { TransactionSummary } from '../../core/account/journal/journal.js'
import type { Account, ChainSession } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError, WrongTransactionError } from '../../core/runtime/errors/wallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { isEqualBytes } from '../shared/signatureChecks.js'
import type { NodeContext } from './nodes.js'
import { computeBudgetProgram } from './programs.js'
import { claimEntry, getNodeContext, requestSend, send } from './sendTransaction.js'
import type { SolanaConnection } from './session.js'
import { type ReadMessage, type ReadTransaction, readMessage } from './transaction.js'

/** A transaction that only lacks the visitor's signature. */
type Built = {
  /** For the journal. */
  readonly request: TransactionSummary
  readonly given: ReadTransaction
  /** The last block height at which it is valid. */
  readonly lastBlock: bigint
  /** The index of the instruction that transfers SOL, for exact errors. */
  readonly coinInstruction?: number | undefined
}

/** Builds a transaction and sends it through the wallet, once per journal entry across all tabs. */
export async function sendOnce(
  connection: SolanaConnection,
  { account, network }: { readonly account: Account; readonly network: Network },
  { entryId, signal }: Parameters<NonNullable<ChainSession['transfer']>>[1],
  build: (context: NodeContext) => Promise<Built>,
): Promise<string> {
  return requestOnce(await lazyImport(connection.journal()), entryId, async () => {
    const context = {
      ...getNodeContext(connection),
      signal: AbortSignal.any([connection.signal, signal]),
    }
    if (context.network.id !== network.id) throw new InvalidRequestError('network')
    if (connection.state().active.address !== account.address) {
      throw new InvalidRequestError('account')
    }
    const { request, ...built } = await build(context)
    const entry = await claimEntry(connection, { entryId, request })
    const parameters = { ...built, signal }
    return connection.hasMethod('solana_signTransaction')
      ? send(connection, entry, {
          ...parameters,
          check: (signed) => assertSameInstructions(signed, built.given),
        })
      : requestSend(connection, entry, parameters)
  })
}

/** Wallets may add instructions and change the fee, but must keep the requested ones. */
function assertSameInstructions(signed: ReadTransaction, requested: ReadTransaction): void {
  const [now, before] = [readMessage(signed.message), readMessage(requested.message)]
  if (!now || !before) throw new TransferRefusedError()
  const signedInstructions = getInstructions(now)
  const isComplete = getInstructions(before).every((move) =>
    signedInstructions.some((one) => isSameInstruction(one, move)),
  )
  if (!isComplete || now.accounts[0] !== before.accounts[0]) {
    throw new WrongTransactionError(base58.encode(signed.signatures[0] ?? new Uint8Array()))
  }
}

function getInstructions({ accounts, instructions }: ReadMessage) {
  return instructions
    .map(({ program, accounts: used, data }) => ({
      names: [program, ...used].map((index) => accounts[index]),
      data,
    }))
    .filter(({ names }) => names[0] !== computeBudgetProgram)
}

function isSameInstruction(
  one: ReturnType<typeof getInstructions>[0],
  other: ReturnType<typeof getInstructions>[0],
): boolean {
  return one.names.join() === other.names.join() && isEqualBytes(one.data, other.data)
}
