import { base58 } from '@scure/base'

/** A transaction in the bytes it is sent in, as far as signing needs to know it. */
export type ReadTransaction = {
  readonly bytes: Uint8Array
  /** 64 bytes each; zeros where nobody has signed yet. */
  readonly signatures: readonly Uint8Array[]
  /** What is signed. */
  readonly message: Uint8Array
  /** In the order of their signatures; the first pays the fee. */
  readonly signers: readonly string[]
}

/** More than the network takes, for messages that wallets may still shorten. */
const longestTransaction = 3_000

/** Undefined for bytes that are no transaction. */
export function readTransaction(bytes: Uint8Array): ReadTransaction | undefined {
  if (bytes.length > longestTransaction) return undefined
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
  /** Those named in the message itself, not in lookup tables. */
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

/** A message of either version; undefined for bytes that are none. */
export function readMessage(bytes: Uint8Array): ReadMessage | undefined {
  const isLegacy = ((bytes[0] ?? 0) & 0x80) === 0
  // Versions after the first are yet to come.
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

/** The transaction with a signature in the place of its signer. */
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

/** Reads on to the end and beyond, where there is nothing: `isShort` tells afterwards. */
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
    /** A length in at most three bytes of seven bits. */
    count(): number {
      let value = 0
      for (const shift of [0, 7, 14]) {
        const [byte = 0] = take(1)
        value |= (byte & 0x7f) << shift
        if ((byte & 0x80) === 0) break
      }
      // What is not there cannot be counted.
      return Math.min(value, bytes.length)
    },
  }
}
