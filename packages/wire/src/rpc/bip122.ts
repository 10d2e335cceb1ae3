/** Bitcoin values as wallets send them. Parsers return undefined for invalid values. */

/** Purpose of an address. Wallets also list Stacks addresses, which are not Bitcoin addresses. */
export type AddressPurpose = 'payment' | 'ordinal' | 'stx'

/** An address from a wallet, not validated for a network yet. */
export type ListedAddress = {
  readonly address: string
  /** Hex. */
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  readonly purpose?: AddressPurpose | undefined
}

export type MessageProtocol = 'ecdsa' | 'bip322'

/** A PSBT input and the address that signs it. */
export type InputToSign = {
  readonly address: string
  readonly index: number
  readonly sighashTypes?: readonly number[] | undefined
  readonly publicKey?: string | undefined
  readonly disableTweakSigner?: boolean | undefined
  readonly useTweakedSigner?: boolean | undefined
}

export type SignMessageParams = {
  readonly message: string
  readonly account: string
  readonly address: string
  readonly protocol?: MessageProtocol | undefined
}

export type SignPsbtParams = {
  readonly account: string
  /** Base64. */
  readonly psbt: string
  readonly signInputs: readonly InputToSign[]
  readonly broadcast: boolean
}

export type SendTransferParams = {
  readonly account: string
  readonly recipientAddress: string
  /** In satoshi. */
  readonly amount: string
}

const addressPattern = /^[a-zA-Z0-9]{14,100}$/
const publicKeyPattern = /^(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{66}|[0-9a-fA-F]{130})$/
const pathPattern = /^m?(?:\/\d{1,10}['hH]?){1,10}$/
const hexPattern = /^(?:0x)?(?:[0-9a-fA-F]{2})+$/
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** No wallet has more; a longer list would be a denial-of-service attack. */
const maxAddresses = 1_000
/** Characters of a signature; the longest witness of one key is far shorter. */
const maxSignatureLength = 10_000
/** Characters of a PSBT; no transaction of a block is larger. */
const maxPsbtLength = 8_000_000
/** The maximum supply in satoshi. */
const allSatoshi = 2_100_000_000_000_000n

const purposes: Readonly<Record<string, AddressPurpose>> = {
  payment: 'payment',
  ordinal: 'ordinal',
  ordinals: 'ordinal',
  stx: 'stx',
  stacks: 'stx',
}

/** A list of addresses, as objects or strings. Undefined if one entry is malformed. */
export function parseAddresses(value: unknown): readonly ListedAddress[] | undefined {
  if (!Array.isArray(value) || value.length > maxAddresses) return undefined
  const addresses = Array.from(value, parseListed)
  return addresses.every((entry) => entry !== undefined) ? addresses : undefined
}

function parseListed(value: unknown): ListedAddress | undefined {
  if (typeof value === 'string') return parseListed({ address: value })
  if (typeof value !== 'object' || value === null) return undefined
  const { address, publicKey, path, purpose, intention } = value as Record<string, unknown>
  if (typeof address !== 'string' || !addressPattern.test(address)) return undefined
  const use = purpose ?? intention
  return {
    address,
    publicKey: matching(publicKey, publicKeyPattern)?.toLowerCase(),
    path: matching(path, pathPattern),
    purpose: typeof use === 'string' && Object.hasOwn(purposes, use) ? purposes[use] : undefined,
  }
}

/** Bytes as wallets send them. Not ambiguous: base64 of a signature or PSBT is never valid hex. */
export type EncodedBytes = { readonly hex: string } | { readonly base64: string }

export function parseSignature(value: unknown): EncodedBytes | undefined {
  return parseBytes(field(value, 'signature'), maxSignatureLength)
}

/** The signed PSBT and, if it was broadcast, the transaction id. */
export function parseSignedPsbt(
  value: unknown,
): { readonly psbt: EncodedBytes; readonly txid: string | undefined } | undefined {
  const psbt = parsePsbt(field(value, 'psbt'))
  const txid = field(value, 'txid')
  const hasTxid = txid !== undefined && txid !== null && txid !== ''
  if (!psbt || (hasTxid && !parseTxid(txid))) return undefined
  return { psbt, txid: parseTxid(txid) }
}

export function parsePsbt(value: unknown): EncodedBytes | undefined {
  return parseBytes(value, maxPsbtLength)
}

/** A transaction id, as a string or as a field of the response. */
export function parseSentTransfer(value: unknown): string | undefined {
  return parseTxid(value) ?? parseTxid(field(value, 'txid'))
}

/** 32 bytes as lowercase hex. */
export function parseTxid(value: unknown): string | undefined {
  return matching(value, /^[0-9a-fA-F]{64}$/)?.toLowerCase()
}

/** A positive integer, at most the maximum supply. */
export function parseSatoshi(value: unknown): bigint | undefined {
  const digits = matching(value, /^\d{1,16}$/)
  const amount = digits === undefined ? 0n : BigInt(digits)
  return amount > 0n && amount <= allSatoshi ? amount : undefined
}

/** For APIs that take satoshi as a number. Undefined if the number would not be exact. */
export function toExactNumber(amount: bigint): number | undefined {
  const number = Number(amount)
  return Number.isSafeInteger(number) ? number : undefined
}

function parseBytes(value: unknown, maxLength: number): EncodedBytes | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return undefined
  if (hexPattern.test(value)) return { hex: value.replace(/^0x/, '').toLowerCase() }
  return base64Pattern.test(value) ? { base64: value } : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
