import { getBase58Decoder } from '@solana/kit'
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm'
import { RpcError, rpcCodes } from './RpcError.js'
import { readTransactionError, type TransactionError } from './transactionError.js'

type InnerInstructions = {
  readonly index: number
  readonly instructions: readonly {
    readonly programIdIndex: number
    readonly accounts: readonly number[]
    readonly data: string
    readonly stackHeight: number
  }[]
}

/** The result of a transaction, as nodes report it. */
export type Outcome = {
  readonly err: TransactionError | null
  readonly logMessages: readonly string[]
  readonly computeUnitsConsumed: number
  readonly innerInstructions: readonly InnerInstructions[]
}

/** The result of a transaction, as the runtime reports it. */
export function describeOutcome(
  result: FailedTransactionMetadata | TransactionMetadata | { meta(): TransactionMetadata },
): Outcome {
  const meta = 'meta' in result ? result.meta() : result
  return {
    err: result instanceof FailedTransactionMetadata ? readTransactionError(result) : null,
    logMessages: meta.logs(),
    computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: meta.innerInstructions().flatMap((inner, index) => {
      if (inner.length === 0) return []
      const instructions = inner.map((one) => {
        const instruction = one.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: getBase58Decoder().decode(instruction.data()),
          stackHeight: one.stackHeight(),
        }
      })
      return [{ index, instructions }]
    }),
  }
}

/** The runtime reports the fee only in its debug notation. */
export function readFee(meta: TransactionMetadata): number {
  return Number(/fee: (\d+) \}\)$/.exec(meta.toString())?.[1] ?? 0)
}

/** Rejects a transaction before it is included, as nodes do. */
export function reject(err: TransactionError, outcome?: Omit<Outcome, 'err'>): never {
  if (err === 'SignatureFailure') {
    throw new RpcError(rpcCodes.signatureFailure, 'Transaction signature verification failure')
  }
  const reason = typeof err === 'string' ? err : JSON.stringify(err)
  throw new RpcError(
    rpcCodes.preflightFailure,
    `Transaction simulation failed: ${plainReasons[reason] ?? reason}`,
    {
      err,
      logs: outcome?.logMessages ?? [],
      accounts: null,
      innerInstructions: null,
      returnData: null,
      unitsConsumed: outcome?.computeUnitsConsumed ?? 0,
    },
  )
}

/** Clients match some of these texts. */
const plainReasons: Readonly<Record<string, string>> = {
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  InsufficientFundsForFee: 'Insufficient funds for fee',
}
