/** Cosmos values as wallets send them. Parsers return undefined for invalid values. */

/** An account with its public key, in base64 or hex. */
export type WalletAccount = {
  readonly algo: string
  readonly address: string
  readonly pubkey: string
}

/** A document for `SIGN_MODE_DIRECT` as JSON: bytes in base64, numbers as text. */
export type DirectDocument = {
  readonly chainId: string
  readonly accountNumber: string
  readonly bodyBytes: string
  readonly authInfoBytes: string
}

/** A document for the older `SIGN_MODE_LEGACY_AMINO_JSON`. Other fields are passed on unchanged. */
export type AminoDocument = {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: { readonly amount: readonly object[]; readonly gas: string }
  readonly msgs: readonly { readonly type: string; readonly value: unknown }[]
  readonly memo: string
}

/** A signature and its public key, both in base64. */
export type StdSignature = {
  readonly pub_key: { readonly type: string; readonly value: string }
  readonly signature: string
}

export type Signed<document> = { readonly signed: document; readonly signature: StdSignature }

const numberPattern = /^\d{1,20}$/
const wordPattern = /^[-\w./]{1,100}$/
const chainPattern = /^[-\w]{0,64}$/
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const hexPattern = /^(?:[0-9a-fA-F]{2})*$/
/** No wallet has more; a longer list would be a denial-of-service attack. */
const maxAccounts = 1_000

export function parseAccounts(value: unknown): readonly WalletAccount[] | undefined {
  if (!Array.isArray(value) || value.length > maxAccounts) return undefined
  const accounts = Array.from(value, parseAccount)
  return accounts.every((account) => account !== undefined) ? accounts : undefined
}

function parseAccount(value: unknown): WalletAccount | undefined {
  const { algo, address, pubkey } = fieldsOf(value)
  if (!isMatch(algo, wordPattern) || !isMatch(address, wordPattern) || !isBytes(pubkey)) {
    return undefined
  }
  return { algo, address, pubkey }
}

export function parseSignature(value: unknown): StdSignature | undefined {
  const { pub_key, signature } = fieldsOf(value)
  const { type, value: key } = fieldsOf(pub_key)
  if (!isMatch(type, wordPattern) || !isBytes(key) || !isBytes(signature)) return undefined
  return { pub_key: { type, value: key }, signature }
}

export function parseDirectDocument(value: unknown): DirectDocument | undefined {
  const { chainId, accountNumber, bodyBytes, authInfoBytes } = fieldsOf(value)
  // Some sites send a number instead of text.
  const number = typeof accountNumber === 'number' ? `${accountNumber}` : accountNumber
  if (!isMatch(chainId, chainPattern) || !isMatch(number, numberPattern)) return undefined
  if (!isBytes(bodyBytes) || !isBytes(authInfoBytes)) return undefined
  return { chainId, accountNumber: number, bodyBytes, authInfoBytes }
}

/** A plain JSON copy of the document. */
export function parseAminoDocument(value: unknown): AminoDocument | undefined {
  const copy: unknown = JSON.parse(JSON.stringify(value) ?? 'null')
  const { chain_id, account_number, sequence, fee, msgs, memo } = fieldsOf(copy)
  const { amount, gas } = fieldsOf(fee)
  const isSane =
    isMatch(chain_id, chainPattern) &&
    isMatch(account_number, numberPattern) &&
    isMatch(sequence, numberPattern) &&
    isMatch(gas, numberPattern) &&
    Array.isArray(amount) &&
    typeof memo === 'string' &&
    Array.isArray(msgs) &&
    msgs.every((message) => typeof fieldsOf(message).type === 'string')
  return isSane ? (copy as AminoDocument) : undefined
}

/** Response to `cosmos_signDirect` or `cosmos_signAmino`; the wallet may have changed the document. */
export function parseSigned<document>(
  answer: unknown,
  parseDocument: (value: unknown) => document | undefined,
): Signed<document> | undefined {
  const fields = fieldsOf(answer)
  const signature = parseSignature(fields.signature)
  const signed = parseDocument(fields.signed)
  return signature && signed && { signature, signed }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function isBytes(value: unknown): value is string {
  return isMatch(value, base64Pattern) || isMatch(value, hexPattern)
}
