/** Polkadot values as wallets send them. Parsers return undefined for invalid values. */

export type Hex = `0x${string}`

/** An account as a wallet lists it; the address can have any SS58 prefix. */
export type WalletAccount = {
  readonly address: string
  /** First 32 digits of the genesis hash, if the account is limited to one chain. */
  readonly reference: string | undefined
  readonly type: KeyType | undefined
  readonly name: string | undefined
}

export const keyTypes = ['sr25519', 'ed25519', 'ecdsa'] as const
export type KeyType = (typeof keyTypes)[number]

/** A transaction for polkadot.js `signPayload`. Other fields are passed on unchanged. */
export type SignerPayload = {
  readonly address: string
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly era: Hex
  readonly genesisHash: Hex
  readonly method: Hex
  readonly nonce: Hex
  readonly signedExtensions: readonly string[]
  readonly specVersion: Hex
  readonly tip: Hex
  readonly transactionVersion: Hex
  readonly version: number
  readonly assetId?: unknown
  readonly metadataHash?: Hex | null | undefined
  readonly mode?: number | undefined
}

const bytesPattern = /^0x(?:[0-9a-fA-F]{2})*$/
const numberPattern = /^0x[0-9a-fA-F]{1,64}$/
const hashPattern = /^0x[0-9a-fA-F]{64}$/
const signaturePattern = /^0x(?:[0-9a-fA-F]{2}){64,66}$/
/** No wallet has more; a longer list would be a denial-of-service attack. */
const maxAccounts = 1_000
/** Longer than any address or name. */
const maxTextLength = 256
const maxExtensionsLength = 100

/** Whole bytes as lowercase hex. */
export function parseBytes(value: unknown): Hex | undefined {
  return matching(value, bytesPattern)
}

/** The digits of a genesis hash that CAIP-2 uses. */
export function parseGenesis(value: unknown): string | undefined {
  return matching(value, hashPattern)?.slice(2, 34)
}

/** The accounts of a wallet, without those with other key types such as Ethereum. */
export function parseAccounts(value: unknown): readonly WalletAccount[] | undefined {
  if (!Array.isArray(value) || value.length > maxAccounts) return undefined
  const accounts = Array.from(value, parseAccount)
  return accounts.includes(undefined)
    ? undefined
    : accounts.flatMap((account) => (account === 'other' ? [] : (account ?? [])))
}

function parseAccount(value: unknown): WalletAccount | 'other' | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { address, genesisHash, type, name } = value as Record<string, unknown>
  if (!isText(address)) return undefined
  const reference = parseGenesis(genesisHash)
  if (isText(genesisHash) && reference === undefined) return undefined
  const known = keyTypes.find((one) => one === type)
  if (isText(type) && !known) return 'other'
  return { address, reference, type: known, name: isText(name) ? name : undefined }
}

/** A signature of 64 to 66 bytes, with or without the byte that names its scheme. */
export function parseSignature(answer: unknown): Hex | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  return matching((answer as Record<string, unknown>).signature, signaturePattern)
}

export type SignedPayload = {
  readonly signature: Hex
  /** The whole transaction, from wallets that may change it before signing. */
  readonly signedTransaction?: Hex | undefined
}

export function parseSignedPayload(answer: unknown): SignedPayload | undefined {
  const signature = parseSignature(answer)
  if (signature === undefined) return undefined
  const { signedTransaction } = answer as Record<string, unknown>
  if (signedTransaction === undefined || signedTransaction === null) return { signature }
  const transaction = parseBytes(signedTransaction)
  return transaction && { signature, signedTransaction: transaction }
}

export function parseSignerPayload(value: unknown): SignerPayload | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const payload = { ...value } as Record<string, unknown>
  const { address, signedExtensions, version, mode, metadataHash } = payload
  const isSane =
    isText(address) &&
    ['blockHash', 'genesisHash'].every((field) => matching(payload[field], hashPattern)) &&
    ['blockNumber', 'nonce', 'specVersion', 'tip', 'transactionVersion'].every((field) =>
      matching(payload[field], numberPattern),
    ) &&
    ['era', 'method'].every((field) => matching(payload[field], bytesPattern)) &&
    Array.isArray(signedExtensions) &&
    signedExtensions.length <= maxExtensionsLength &&
    signedExtensions.every(isText) &&
    Number.isSafeInteger(version) &&
    (mode === undefined || mode === 0 || mode === 1) &&
    (metadataHash === undefined ||
      metadataHash === null ||
      matching(metadataHash, hashPattern) !== undefined)
  return isSane ? (payload as SignerPayload) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxTextLength
}

function matching(value: unknown, pattern: RegExp): Hex | undefined {
  return typeof value === 'string' && pattern.test(value) ? (value.toLowerCase() as Hex) : undefined
}
