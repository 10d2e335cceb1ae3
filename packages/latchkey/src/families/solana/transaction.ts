import { base58, base64 } from '@scure/base'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import type { KitTransaction, SolanaTransaction, Web3Transaction } from './provider.js'

/** A parsed transaction, as far as signing needs it. */
export type ReadTransaction = {
  readonly bytes: Uint8Array
  /** 64 bytes each; zeros for missing signatures. */
  readonly signatures: readonly Uint8Array[]
  /** The signed bytes. */
  readonly message: Uint8Array
  /** In the order of their signatures; the first pays the fee. */
  readonly signers: readonly string[]
}

/** Above the network's limit, because wallets may shorten a message. */
const maxTransactionLength = 3_000

/** Undefined for invalid bytes. */
export function readTransaction(bytes: Uint8Array): ReadTransaction | undefined {
  if (bytes.length > maxTransactionLength) return undefined
  const reader = createReader(bytes)
  const count = reader.count()
  const signatures = Array.from({ length: count }, () => reader.take(64))
  const message = bytes.slice(reader.at())
  const keys = readMessage(message)
  if (!keys || keys.signerCount !== count) return undefined
  return { bytes, signatures, message, signers: keys.accounts.slice(0, count) }
}

export type ReadMessage = {
  readonly isLegacy: boolean
  /** Static accounts, without lookup tables. */
  readonly accounts: readonly string[]
  readonly signerCount: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
  readonly blockhash: string
  readonly instructions: readonly ReadInstruction[]
}

type ReadInstruction = {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Parses a message of either version; undefined for invalid bytes. */
export function readMessage(bytes: Uint8Array): ReadMessage | undefined {
  const isLegacy = ((bytes[0] ?? 0) & 0x80) === 0
  // Only version 0 exists.
  if (!isLegacy && bytes[0] !== 0x80) return undefined
  const reader = createReader(bytes.subarray(isLegacy ? 0 : 1))
  const [signerCount = 0, readonlySigners = 0, readonlyOthers = 0] = reader.take(3)
  const accounts = Array.from({ length: reader.count() }, () => reader.take(32))
  const blockhash = reader.take(32)
  const instructions = Array.from({ length: reader.count() }, (): ReadInstruction => {
    const [program = 0] = reader.take(1)
    return {
      program,
      accounts: [...reader.take(reader.count())],
      data: reader.take(reader.count()),
    }
  })
  if (reader.isShort() || signerCount === 0 || signerCount > accounts.length) return undefined
  return {
    isLegacy,
    accounts: accounts.map((key) => base58.encode(key)),
    signerCount,
    readonlySigners,
    readonlyOthers,
    blockhash: base58.encode(blockhash),
    instructions,
  }
}

/** Sets the signature of one signer. */
export function withSignature(
  { bytes, signatures, message, signers }: ReadTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array {
  const signed = Uint8Array.from(bytes)
  const start = bytes.length - message.length - 64 * signatures.length
  signed.set(signature, start + 64 * signers.indexOf(signer))
  return signed
}

/** Reading beyond the end returns nothing; check `isShort` afterwards. */
function createReader(bytes: Uint8Array) {
  let at = 0
  let isShort = false
  function take(length: number): Uint8Array {
    const part = bytes.slice(at, at + length)
    if (part.length < length) isShort = true
    at += part.length
    return part
  }
  return {
    take,
    at: () => at,
    isShort: () => isShort,
    /** Solana's compact-u16. */
    count(): number {
      let value = 0
      for (const shift of [0, 7, 14]) {
        const [byte = 0] = take(1)
        value |= (byte & 0x7f) << shift
        if ((byte & 0x80) === 0) break
      }
      // Never more than there are bytes.
      return Math.min(value, bytes.length)
    },
  }
}

/** A transaction of the site, with a function that returns it in the same type. */
export type TransactionInput<kind> = ReadTransaction & {
  /** In base64. */
  readonly text: string
  toInputKind(signed: Uint8Array): kind
}

/** Accepts bytes, `@solana/kit` and web3.js transactions, detected by shape so that no library is needed. */
export function parseTransactionInput<kind extends SolanaTransaction>(
  given: kind,
): TransactionInput<kind> {
  try {
    const { bytes, toInputKind } = unpack(given)
    const read = readTransaction(bytes)
    if (read) return { ...read, text: base64.encode(bytes), toInputKind }
  } catch (cause) {
    // web3.js throws for a transaction without fee payer or blockhash.
    throw new InvalidRequestError('parameters', { cause })
  }
  throw new InvalidRequestError('parameters')
}

function unpack<kind extends SolanaTransaction>(
  given: kind,
): { readonly bytes: Uint8Array; toInputKind(signed: Uint8Array): kind } {
  if (given instanceof Uint8Array) {
    return { bytes: Uint8Array.from(given), toInputKind: (signed) => signed as kind }
  }
  if ('messageBytes' in given) {
    const kit: KitTransaction = given
    return { bytes: kitBytes(kit), toInputKind: (signed) => withKitSignatures(kit, signed) as kind }
  }
  const web3 = given as Web3Transaction & { constructor: Web3Class }
  const { deserialize, from } = web3.constructor
  // A `VersionedTransaction` has one, a `Transaction` the other.
  const revive = deserialize ?? from
  if (!revive) throw new TypeError('Not a transaction')
  const isPartial = { requireAllSignatures: false, verifySignatures: false }
  const bytes = Uint8Array.from((web3.serialize as (options: object) => Uint8Array)(isPartial))
  return { bytes, toInputKind: (signed) => revive.call(web3.constructor, signed) as kind }
}

type Web3Class = {
  deserialize?(bytes: Uint8Array): unknown
  from?(bytes: Uint8Array): unknown
}

function kitBytes({ messageBytes, signatures }: KitTransaction): Uint8Array {
  const list = Object.values(signatures)
  const bytes = new Uint8Array(1 + 64 * list.length + messageBytes.length)
  // The signer count always fits one byte.
  bytes[0] = list.length
  list.forEach((signature, index) => {
    if (signature) bytes.set(signature, 1 + 64 * index)
  })
  bytes.set(messageBytes, 1 + 64 * list.length)
  return bytes
}

function withKitSignatures(given: KitTransaction, signed: Uint8Array): KitTransaction {
  const read = readTransaction(signed)
  if (!read) return given
  const signatures = read.signers.map((signer, index) => {
    const signature = read.signatures[index]
    return [signer, signature?.some((byte) => byte !== 0) ? signature : null] as const
  })
  return { ...given, messageBytes: read.message, signatures: Object.fromEntries(signatures) }
}
