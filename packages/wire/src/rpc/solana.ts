/** Solana values from wallets and nodes. Parsers return undefined for invalid values. */

const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** No wallet has more; a longer list would be a denial-of-service attack. */
const maxAccounts = 1_000
/** Characters of a base64 transaction; the network accepts 1,232 bytes. */
const maxTransactionLength = 5_000

/** Checks the form of 32 bytes in base58; it does not decode them. */
export function parseAddress(value: unknown): string | undefined {
  return matching(value, addressPattern)
}

/** Checks the form of 64 bytes in base58. */
export function parseSignature(value: unknown): string | undefined {
  return matching(value, signaturePattern)
}

/** The accounts of a wallet, as `{ pubkey }` or strings. */
export function parseAccounts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxAccounts) return undefined
  const accounts = Array.from(value, (account) =>
    parseAddress(typeof account === 'string' ? account : Object(account).pubkey),
  )
  return accounts.every((account) => account !== undefined) ? (accounts as string[]) : undefined
}

/** Response to `solana_signMessage` and `solana_signAndSendTransaction`. */
export function parseSignatureAnswer(value: unknown): string | undefined {
  return parseSignature(Object(value).signature)
}

/** Response to `solana_signTransaction`: the base64 transaction, or in older wallets only the signature. */
export type SignedAnswer = { readonly transaction: string } | { readonly signature: string }

export function parseSignedAnswer(value: unknown): SignedAnswer | undefined {
  const transaction = parseTransaction(Object(value).transaction)
  if (transaction !== undefined) return { transaction }
  const signature = parseSignatureAnswer(value)
  return signature === undefined ? undefined : { signature }
}

/** Response to `solana_signAllTransactions`, with exactly `count` transactions. */
export function parseSignedList(value: unknown, count: number): readonly string[] | undefined {
  const { transactions } = Object(value)
  if (!Array.isArray(transactions) || transactions.length !== count) return undefined
  const list = Array.from(transactions, parseTransaction)
  return list.every((one) => one !== undefined) ? (list as string[]) : undefined
}

/** Base64, limited to the size of a transaction. */
export function parseTransaction(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxTransactionLength) {
    return undefined
  }
  return matching(value, base64Pattern)
}

/** A number of lamports, slots or bytes from a node. */
export function parseCount(value: unknown): bigint | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? BigInt(value as number) : undefined
}

/** The value of a response that also contains its slot. */
export function parseValue<value>(
  answer: unknown,
  parse: (value: unknown) => value | undefined,
): value | undefined {
  return parse(Object(answer).value)
}

export type SignatureStatus = {
  readonly slot: bigint
  readonly isSuccess: boolean
  readonly commitment: 'processed' | 'confirmed' | 'finalized'
}

/** A status from `getSignatureStatuses`. Nodes without `confirmationStatus` send `confirmations`. */
export function parseSignatureStatus(value: unknown): SignatureStatus | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { slot: at, err, confirmations, confirmationStatus } = value as Record<string, unknown>
  const slot = parseCount(at)
  if (slot === undefined) return undefined
  const isSuccess = err === null || err === undefined
  const commitment = confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed')
  if (commitment !== 'processed' && commitment !== 'confirmed' && commitment !== 'finalized')
    return undefined
  return { slot, isSuccess, commitment }
}

/** An on-chain account. */
export type ChainAccount = {
  readonly owner: string
  readonly lamports: bigint
  /** Base64. */
  readonly data: string
}

/** An account with `encoding: 'base64'`; undefined for the null of a missing account. */
export function parseChainAccount(value: unknown): ChainAccount | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { owner: by, lamports: held, data: packed } = value as Record<string, unknown>
  const owner = parseAddress(by)
  const lamports = parseCount(held)
  const data = Array.isArray(packed) ? matching(packed[0], base64Pattern) : undefined
  if (owner === undefined || lamports === undefined || data === undefined) return undefined
  return { owner, lamports, data }
}

export type Blockhash = { readonly blockhash: string; readonly lastValidBlockHeight: bigint }

export function parseBlockhash(value: unknown): Blockhash | undefined {
  const { blockhash: hash, lastValidBlockHeight: height } = Object(value)
  const blockhash = parseAddress(hash)
  const lastValidBlockHeight = parseCount(height)
  if (blockhash === undefined || lastValidBlockHeight === undefined) return undefined
  return { blockhash, lastValidBlockHeight }
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
