import { type Blockhash, parseBlockhash, parseCount, parseValue } from '@latchkey/wire/rpc/solana'
import { base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { ChainSession } from '../../core/connection/family.js'
import type { Transfer, TransferTerms } from '../../core/connection/transfer.js'
import { InsufficientFundsError } from '../../core/runtime/errors/send.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { readProperty } from '../shared/walletError.js'
import { type NodeContext, requestNode } from './nodes.js'
import { planTransfer, type TransferPlan } from './planTransfer.js'
import { computeBudgetProgram, lamportsPerSignature } from './programs.js'
import { sendOnce } from './sendOnce.js'
import { isBalanceTooLow, toTransferError } from './sendTransaction.js'
import type { SolanaConnection } from './session.js'
import { parseTransactionInput, type TransactionInput } from './transaction.js'

/** Paid for each compute unit, in millionths of a lamport (public surface §8.4). */
const unitPrice = 20_000_000n
/** Instructions that come before the plan's own. */
const budgetInstructions = 2

type PricedTransfer = {
  readonly transaction: TransactionInput<unknown>
  readonly lastBlock: bigint
  /** The index of the instruction that transfers SOL. */
  readonly coinInstruction: number | undefined
}

/**
 * Builds and simulates the transfer. Token transfers get the compute units of the simulation, because
 * every unit is paid for. Rejects when the simulation fails.
 */
async function priceTransfer(context: NodeContext, transfer: Transfer): Promise<PricedTransfer> {
  return price(context, transfer, await planTransfer(context, transfer))
}

async function price(
  context: NodeContext,
  transfer: Transfer,
  plan: TransferPlan,
): Promise<PricedTransfer> {
  if (!plan.isCovered) throw new InsufficientFundsError()
  const lifetime = await readBlockhash(context)
  const lastBlock = lifetime.lastValidBlockHeight
  const compile = (units: number, unitPaid: bigint) =>
    compileMessage(transfer.account.address, lifetime, [
      createBudgetInstruction(2, BigInt(units), 4),
      createBudgetInstruction(3, unitPaid, 8),
      ...plan.instructions,
    ])
  if (transfer.token.address === undefined) {
    const transaction = compile(plan.maxUnits, unitPrice)
    await simulate(context, transaction, budgetInstructions)
    return { transaction, lastBlock, coinInstruction: budgetInstructions }
  }
  const used = await simulate(context, compile(plan.maxUnits, 0n))
  // A fifth more, because the state may change before it is executed.
  const units = Math.min(plan.maxUnits, used + Math.ceil(used / 5))
  const transaction = compile(units, unitPrice)
  await simulate(context, transaction)
  return { transaction, lastBlock, coinInstruction: undefined }
}

/** All costs in SOL besides the amount, also when the balance is too low. */
export async function estimateFee({
  account,
  recipient,
  token,
  units,
  ...context
}: Transfer & NodeContext): Promise<bigint> {
  const transfer = { account, network: context.network, recipient, token, units }
  const plan = await planTransfer(context, transfer)
  try {
    const { transaction } = await price(context, transfer, plan)
    return (await readFee(context, transaction)) + plan.terms.deposit
  } catch (error) {
    if (!isBalanceTooLow(error)) throw error
    const priority = (BigInt(plan.maxUnits) * unitPrice) / 1_000_000n
    return lamportsPerSignature + priority + plan.terms.deposit
  }
}

export async function readTerms({
  account,
  recipient,
  token,
  units,
  ...context
}: Transfer & NodeContext): Promise<TransferTerms> {
  const transfer = { account, network: context.network, recipient, token, units }
  return (await planTransfer(context, transfer)).terms
}

async function readFee(
  context: NodeContext,
  { message }: TransactionInput<unknown>,
): Promise<bigint> {
  const { commitment } = context
  return requestNode(context, {
    method: 'getFeeForMessage',
    params: [base64.encode(message), { commitment }],
    parse: (response) => parseValue(response, parseCount),
  })
}

/** Returns the compute units used. Rejects if it would fail. */
export function simulate(
  context: NodeContext,
  { text }: TransactionInput<unknown>,
  coinInstruction?: number,
): Promise<number> {
  const { preflightCommitment: commitment, network } = context
  const options = { encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true }
  return requestNode(context, {
    method: 'simulateTransaction',
    params: [text, options],
    parse: (response) =>
      parseValue(response, (value) => {
        const err = readProperty(value, 'err')
        const used = parseCount(readProperty(value, 'unitsConsumed'))
        if (err === undefined || used === undefined) return undefined
        return { err, used: Number.parseInt(used.toString(), 10) }
      }),
  }).then(({ err, used }) => {
    const { symbol } = network.nativeCurrency
    if (err !== null) throw toTransferError(err, { symbol, coinInstruction })
    return used
  })
}

function readBlockhash(context: NodeContext): Promise<Blockhash> {
  const { commitment } = context
  return requestNode(context, {
    method: 'getLatestBlockhash',
    params: [{ commitment }],
    parse: (response) => parseValue(response, parseBlockhash),
  })
}

/** A legacy message, which every wallet supports. */
function compileMessage(
  payer: string,
  { blockhash, lastValidBlockHeight }: Blockhash,
  instructions: readonly Instruction[],
): TransactionInput<unknown> {
  const lifetime = { blockhash, lastValidBlockHeight } as Parameters<
    typeof setTransactionMessageLifetimeUsingBlockhash
  >[0]
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return parseTransactionInput(compileTransaction(message))
}

/** Sets the compute unit limit (2) or price (3). */
function createBudgetInstruction(kind: 2 | 3, value: bigint, size: 4 | 8): Instruction {
  const data = new Uint8Array(9)
  const view = new DataView(data.buffer)
  view.setUint8(0, kind)
  view.setBigUint64(1, value, true)
  return { programAddress: computeBudgetProgram, data: data.slice(0, 1 + size) }
}

export { tokenBalance } from './tokens.js'

/**
 * Sends coins or tokens through the wallet. The transfer is simulated first, so that no failing
 * transfer is signed, and requested once per journal entry across all tabs.
 */
export function sendTransfer(
  connection: SolanaConnection,
  transfer: Transfer,
  options: Parameters<NonNullable<ChainSession['transfer']>>[1],
): Promise<string> {
  const { token, recipient, units } = transfer
  const isCoin = token.address === undefined
  return sendOnce(connection, transfer, options, async (context) => {
    if (units <= 0n) throw new InvalidRequestError('parameters')
    const { transaction: given, ...priced } = await priceTransfer(context, transfer)
    const request = isCoin
      ? { to: recipient, value: units.toString() }
      : { to: token.address ?? '', value: '0' }
    return { request, given, ...priced }
  })
}
