import { base58, base64 } from '@scure/base'

type Fields = Readonly<Record<string, unknown>>

/** Longer than any transaction. Decoding base58 takes quadratic time. */
const maxTextLength = 5_000

/**
 * Converts a Solana request for the login frame: transactions in base58, and only options it supports.
 */
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

/** Converts the frame's response: transactions in base64, as other wallets return them. */
export function fromFrame(answer: unknown): unknown {
  const { transaction, transactions } = Object(answer) as Fields
  if (transaction !== undefined) return { transaction: toBase64(transaction) }
  if (Array.isArray(transactions)) return { transactions: transactions.map(toBase64) }
  return answer
}

function toBase58(text: unknown): string | undefined {
  return typeof text === 'string' ? base58.encode(base64.decode(text)) : undefined
}

/** Undefined for text that is not base58; the parser then rejects it. */
function toBase64(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxTextLength) return undefined
  try {
    return base64.encode(base58.decode(text))
  } catch {
    return undefined
  }
}
