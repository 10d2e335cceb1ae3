/**
 * Parses Solana transactions: the signatures, then the message they sign. Strict: extra or missing
 * bytes make it invalid.
 */

export type SolanaTransaction = {
  /** Offset of the message, after the signatures. */
  readonly messageStart: number
  readonly message: SolanaMessage
  /** 64 bytes each, in the order of the signers; zeros if missing. */
  readonly signatures: readonly Uint8Array[]
}

export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** The static accounts; the first `signerCount` must sign, and the first one pays. */
  readonly accounts: readonly Uint8Array[]
  readonly signerCount: number
  /** Whether the account at this index of `accounts` is writable. */
  readonly isWritable: (index: number) => boolean
  readonly instructions: readonly SolanaInstruction[]
  /** Lookups of further accounts; empty for legacy messages. */
  readonly lookups: readonly SolanaLookup[]
}

/** Accounts that a message takes from an address lookup table, by index. */
export type SolanaLookup = {
  readonly table: Uint8Array
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export type SolanaInstruction = {
  /** Indexes into the list of accounts; those from tables come last. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** The size of one network packet. */
export const maxTransactionBytes = 1_232
const signatureLength = 64
const keyLength = 32

/** Undefined if the bytes are not a transaction. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  if (bytes.length > maxTransactionBytes) return undefined
  return reading(bytes, (reader) => {
    const signatures = reader.list(() => reader.take(signatureLength))
    const messageStart = reader.position()
    const message = readMessage(reader)
    if (signatures.length !== message.signerCount) throw new NotSolana()
    return { messageStart, message, signatures }
  })
}

/** Undefined if the bytes are not a transaction message. */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | undefined {
  return reading(bytes, readMessage)
}

/** The transaction with our signature added. */
export function withSignature(
  bytes: Uint8Array,
  signer: number,
  signature: Uint8Array,
): Uint8Array {
  const signed = Uint8Array.from(bytes)
  // The signature count is one byte: a packet has no room for 128 signatures.
  signed.set(signature, 1 + signer * signatureLength)
  return signed
}

class NotSolana extends Error {}

type Reader = ReturnType<typeof createReader>

function reading<result>(bytes: Uint8Array, read: (reader: Reader) => result): result | undefined {
  const reader = createReader(bytes)
  try {
    const result = read(reader)
    return reader.position() === bytes.length ? result : undefined
  } catch (error) {
    if (error instanceof NotSolana) return undefined
    throw error
  }
}

function readMessage(reader: Reader): SolanaMessage {
  const first = reader.byte()
  const isVersioned = first >= 128
  if (isVersioned && first !== 128) throw new NotSolana()
  const signerCount = isVersioned ? reader.byte() : first
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const accounts = reader.list(() => reader.take(keyLength))
  const others = accounts.length - signerCount
  // The payer must be a writable signer.
  if (signerCount === 0 || readonlySigners >= signerCount) throw new NotSolana()
  if (others < 0 || readonlyOthers > others) throw new NotSolana()
  reader.take(keyLength)
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.count()),
  }))
  const lookups = isVersioned
    ? reader.list(() => ({
        table: reader.take(keyLength),
        writable: reader.list(() => reader.byte()),
        readonly: reader.list(() => reader.byte()),
      }))
    : []
  const loaded = lookups.flatMap(({ writable, readonly }) => [...writable, ...readonly])
  const known = accounts.length + loaded.length
  const isWithin = instructions.every(
    ({ program, accounts: indexes }) => program < known && indexes.every((index) => index < known),
  )
  if (!isWithin) throw new NotSolana()
  const isWritable = (index: number) =>
    index < signerCount
      ? index < signerCount - readonlySigners
      : index < accounts.length - readonlyOthers
  return {
    version: isVersioned ? 0 : 'legacy',
    accounts,
    signerCount,
    isWritable,
    instructions,
    lookups,
  }
}

function createReader(bytes: Uint8Array) {
  let at = 0

  function byte(): number {
    const value = bytes[at]
    if (value === undefined) throw new NotSolana()
    at += 1
    return value
  }

  /** Compact-u16: seven bits per byte, lowest first, in the shortest form. */
  function count(): number {
    let value = 0
    for (let index = 0; index < 3; index += 1) {
      const part = byte()
      value |= (part & 0x7f) << (7 * index)
      if (part < 0x80) {
        if ((part === 0 && index > 0) || value > 0xffff) throw new NotSolana()
        return value
      }
    }
    throw new NotSolana()
  }

  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new NotSolana()
    at += length
    return bytes.slice(at - length, at)
  }

  function list<item>(read: () => item): item[] {
    return Array.from({ length: count() }, read)
  }

  return { byte, count, take, list, position: () => at }
}
