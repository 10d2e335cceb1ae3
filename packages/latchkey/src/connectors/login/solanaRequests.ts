import { base58, base64 } from '@scure/base'

type Fields = Readonly<Record<string, unknown>>

/** Decoding base 58 takes time that grows with the square of the length; no transaction is longer. */
const maxTextLength = 5_000

/** A Solana request as the login frame reads it: transactions in base 58, and nothing it does not know. */
export function toFrame(method: string, params: unknown): unknown {
  const { transaction, transactions, message, pubkey, sendOptions } = Object(params) as Fields
  switch (method) {
    case 'solana_signMessage':
      return { message, pubkey }
    case 'solana_signTransaction':
      return { transaction: toBase58(transaction) }
    case 'solana_signAllTransactions':
      return { transactions: Array.isArray(transactions) ? transactions.map(toBase58) : [] }
    case 'solana_signAndSendTransaction':
      return {
        transaction: toBase58(transaction),
        ...(sendOptions !== undefined && { options: sendOptions }),
      }
    default:
      return params
  }
}

/** The frame's answer with its transactions in base 64, as every other wallet gives them. */
export function fromFrame(answer: unknown): unknown {
  const { transaction, transactions } = Object(answer) as Fields
  if (transaction !== undefined) return { transaction: toBase64(transaction) }
  if (Array.isArray(transactions)) return { transactions: transactions.map(toBase64) }
  return answer
}

function toBase58(text: unknown): string | undefined {
  return typeof text === 'string' ? base58.encode(base64.decode(text)) : undefined
}

/** Undefined for what is not base 58, which no reader takes for a transaction. */
function toBase64(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxTextLength) return undefined
  try {
    return base64.encode(base58.decode(text))
  } catch {
    return undefined
  }
}
