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
import type { Transfer, TransferTerms } from '../../core/connection/transfer.js'
import { InsufficientFundsError } from '../../core/runtime/errors/send.js'
import { read } from '../shared/walletFault.js'
import { askNode, type NodeContext } from './nodes.js'
import { planTransfer, type TransferPlan } from './planTransfer.js'
import { isTooLittle, toTransferError } from './refusals.js'
import { type GivenTransaction, readGiven } from './transactionKinds.js'

/** Paid for each compute unit, in millionths of a lamport (public surface §8.4). */
const unitPrice = 20_000_000n
const lamportsPerSignature = 5_000n
const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
/** Instructions that come before the plan's own. */
const budgetInstructions = 2

type PricedTransfer = {
  readonly transaction: GivenTransaction<unknown>
  readonly lastBlock: bigint
  /** Which of its instructions moves SOL. */
  readonly coinInstruction: number | undefined
}

/**
 * The transfer as it would be signed now, tried out first. Tokens are given as many compute units as
 * they took, because every unit is paid for. Rejects for what the chain refuses.
 */
export async function priceTransfer(
  place: NodeContext,
  transfer: Transfer,
): Promise<PricedTransfer> {
  return price(place, transfer, await planTransfer(place, transfer))
}

async function price(
  place: NodeContext,
  transfer: Transfer,
  plan: TransferPlan,
): Promise<PricedTransfer> {
  if (!plan.isCovered) throw new InsufficientFundsError()
  const lifetime = await readBlockhash(place)
  const lastBlock = lifetime.lastValidBlockHeight
  const compile = (units: number, unitPaid: bigint) =>
    compiled(transfer.account.address, lifetime, [
      budget(2, BigInt(units), 4),
      budget(3, unitPaid, 8),
      ...plan.instructions,
    ])
  if (transfer.token.address === undefined) {
    const transaction = compile(plan.mostUnits, unitPrice)
    await tryOut(place, transaction, budgetInstructions)
    return { transaction, lastBlock, coinInstruction: budgetInstructions }
  }
  const used = await tryOut(place, compile(plan.mostUnits, 0n))
  // A fifth more, for what may have changed until it is its turn.
  const units = Math.min(plan.mostUnits, used + Math.ceil(used / 5))
  const transaction = compile(units, unitPrice)
  await tryOut(place, transaction)
  return { transaction, lastBlock, coinInstruction: undefined }
}

/** Everything the sender's SOL pays besides the amount. Told even to those who do not have it. */
export async function estimateFee({
  account,
  receiver,
  token,
  units,
  ...place
}: Transfer & NodeContext): Promise<bigint> {
  const transfer = { account, network: place.network, receiver, token, units }
  const plan = await planTransfer(place, transfer)
  try {
    const { transaction } = await price(place, transfer, plan)
    return (await readFee(place, transaction)) + plan.terms.deposit
  } catch (error) {
    if (!isTooLittle(error)) throw error
    const priority = (BigInt(plan.mostUnits) * unitPrice) / 1_000_000n
    return lamportsPerSignature + priority + plan.terms.deposit
  }
}

export async function readTerms({
  account,
  receiver,
  token,
  units,
  ...place
}: Transfer & NodeContext): Promise<TransferTerms> {
  const transfer = { account, network: place.network, receiver, token, units }
  return (await planTransfer(place, transfer)).terms
}

async function readFee(
  place: NodeContext,
  { message }: GivenTransaction<unknown>,
): Promise<bigint> {
  const { commitment } = place
  return askNode(place, {
    method: 'getFeeForMessage',
    params: [base64.encode(message), { commitment }],
    parse: (answer) => parseValue(answer, parseCount),
  })
}

/** The compute units it takes. */
function tryOut(
  place: NodeContext,
  { text }: GivenTransaction<unknown>,
  coinInstruction?: number,
): Promise<number> {
  const { preflightCommitment: commitment, network } = place
  const options = { encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true }
  return askNode(place, {
    method: 'simulateTransaction',
    params: [text, options],
    parse: (answer) =>
      parseValue(answer, (value) => {
        const err = read(value, 'err')
        const used = parseCount(read(value, 'unitsConsumed'))
        if (err === undefined || used === undefined) return undefined
        return { err, used: Number.parseInt(used.toString(), 10) }
      }),
  }).then(({ err, used }) => {
    const { symbol } = network.nativeCurrency
    if (err !== null) throw toTransferError(err, { symbol, coinInstruction })
    return used
  })
}

function readBlockhash(place: NodeContext): Promise<Blockhash> {
  const { commitment } = place
  return askNode(place, {
    method: 'getLatestBlockhash',
    params: [{ commitment }],
    parse: (answer) => parseValue(answer, parseBlockhash),
  })
}

/** In the older form, which every wallet reads. */
function compiled(
  payer: string,
  { blockhash, lastValidBlockHeight }: Blockhash,
  instructions: readonly Instruction[],
): GivenTransaction<unknown> {
  const lifetime = { blockhash, lastValidBlockHeight } as Parameters<
    typeof setTransactionMessageLifetimeUsingBlockhash
  >[0]
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return readGiven(compileTransaction(message))
}

/** Limits (2) or prices (3) the work of the transaction. */
function budget(kind: 2 | 3, value: bigint, size: 4 | 8): Instruction {
  const data = new Uint8Array(9)
  const view = new DataView(data.buffer)
  view.setUint8(0, kind)
  view.setBigUint64(1, value, true)
  return { programAddress: computeBudgetProgram, data: data.slice(0, 1 + size) }
}
