import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { LocalSolana } from '../startLocalSolana.js'
import { findToken, type Quote, type TradedToken, wrappedMint } from './quote.js'

const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')
const computeUnitLimit = 200_000
/** In millionths of a lamport per unit. */
const computeUnitPrice = 100_000n

/** What Jupiter's API answers to `/swap`: a transaction that only lacks the user's signature. */
export async function buildSwap(
  { url, faucet: maker }: Pick<LocalSolana, 'url' | 'faucet'>,
  userPublicKey: string,
  { inputMint, outputMint, inAmount, outAmount }: Quote,
) {
  const user = createNoopSigner(address(userPublicKey))
  const [source, target] = [findToken(inputMint), findToken(outputMint)]
  const { value: lifetime } = await createSolanaRpc(url).getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(user, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(budgetInstructions(), timed),
  )
  const moves = [
    ...(await move(source, BigInt(inAmount), { from: user, to: maker.address, payer: user })),
    ...(await move(target, BigInt(outAmount), { from: maker, to: user.address, payer: user })),
  ]
  const signed = await partiallySignTransactionMessageWithSigners(
    appendTransactionMessageInstructions(moves, message),
  )
  return {
    swapTransaction: getBase64EncodedWireTransaction(signed),
    lastValidBlockHeight: Number(lifetime.lastValidBlockHeight),
    prioritizationFeeLamports: Number((computeUnitPrice * BigInt(computeUnitLimit)) / 1_000_000n),
    computeUnitLimit,
  }
}

function budgetInstructions(): Instruction[] {
  const limit = new DataView(new ArrayBuffer(5))
  limit.setUint8(0, 2)
  limit.setUint32(1, computeUnitLimit, true)
  const price = new DataView(new ArrayBuffer(9))
  price.setUint8(0, 3)
  price.setBigUint64(1, computeUnitPrice, true)
  return [limit, price].map(({ buffer }) => ({
    programAddress: computeBudgetProgram,
    data: new Uint8Array(buffer),
  }))
}

async function move(
  { mint: given, decimals }: TradedToken,
  amount: bigint,
  {
    from,
    to,
    payer,
  }: { readonly from: TransactionSigner; readonly to: Address; readonly payer: TransactionSigner },
): Promise<Instruction[]> {
  if (given === wrappedMint) {
    return [getTransferSolInstruction({ source: from, destination: to, amount })]
  }
  const mint = address(given)
  const accountOf = async (owner: Address) =>
    (await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
  const transfer = getTransferCheckedInstruction({
    source: await accountOf(from.address),
    mint,
    destination: await accountOf(to),
    authority: from,
    amount,
    decimals,
  })
  // The maker has all accounts already.
  if (from === payer) return [transfer]
  return [
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner: to, mint }),
    transfer,
  ]
}
