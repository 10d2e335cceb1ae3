import { InsufficientFundsError } from '../../core/runtime/errors/send.js'
import {
  NotEnoughCoinsError,
  TransactionExpiredError,
  TransferRefusedError,
} from '../../core/runtime/errors/transfer.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import { read } from '../shared/walletFault.js'

/** What the chain says of a transaction it refuses, in our terms. `coinInstruction` moves SOL itself. */
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
  const poor = read(err, 'InsufficientFundsForRent')
  if (poor !== undefined) {
    const reason = read(poor, 'account_index') === 0 ? 'fees' : 'opening'
    return new NotEnoughCoinsError(reason, symbol, options)
  }
  const failed = read(err, 'InstructionError')
  // The system program's only number for "not enough lamports"; it opens accounts, too.
  if (read(read(failed, '1'), 'Custom') === 1) {
    const isAmount = read(failed, '0') === coinInstruction
    return new NotEnoughCoinsError(isAmount ? 'amount' : 'fees', symbol, options)
  }
  return new TransferRefusedError(options)
}

/** Whether the account simply has too little. */
export function isTooLittle(error: unknown): boolean {
  return (
    error instanceof InsufficientFundsError ||
    (error instanceof NotEnoughCoinsError && error.reason !== 'opening')
  )
}
