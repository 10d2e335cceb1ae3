import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import type { Ledger, LedgerRecord } from './Ledger.js'

/** Signs and executes a transaction; equal ones do not conflict. */
export async function sendInstructions(
  ledger: Ledger,
  payer: TransactionSigner,
  instructions: readonly Instruction[],
  options?: { readonly skipPreflight?: boolean; readonly at?: number },
): Promise<LedgerRecord> {
  const blockhash = ledger.refreshBlockhash()
  const { lastValidBlockHeight } = ledger.latestBlockhash()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) },
        paid,
      ),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const signed = await signTransactionMessageWithSigners(message)
  return ledger.send(getTransactionEncoder().encode(signed), options)
}
