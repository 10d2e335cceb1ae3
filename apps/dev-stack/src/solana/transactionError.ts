import type { FailedTransactionMetadata } from 'litesvm'

/** A transaction error in the shape nodes report it. */
export type TransactionError = string | Readonly<Record<string, unknown>>

/**
 * The runtime reports errors only in its debug notation, such as `InstructionError(0, Custom(1))` or
 * `InsufficientFundsForRent { account_index: 1 }`.
 */
export function readTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const [, text = ''] = /err: (.*?), meta: TransactionMetadata \{/s.exec(failed.toString()) ?? []
  const [, index, kind, detail] = /^InstructionError\((\d+), (\w+)(?:\((.*)\))?\)$/.exec(text) ?? []
  if (index !== undefined) {
    return {
      InstructionError: [Number(index), kind === 'Custom' ? { Custom: Number(detail) } : kind],
    }
  }
  const [, named, account] = /^(\w+) \{ account_index: (\d+) \}$/.exec(text) ?? []
  if (named !== undefined) return { [named]: { account_index: Number(account) } }
  const [, numbered, number] = /^(\w+)\((\d+)\)$/.exec(text) ?? []
  if (numbered !== undefined) return { [numbered]: Number(number) }
  return text
}
