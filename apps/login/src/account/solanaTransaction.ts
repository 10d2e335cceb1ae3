/**
 * Solana's transactions as bytes: the signatures, then the message they sign. Read strictly: whatever does
 * not fit to the last byte is no transaction.
 */

export type SolanaTransaction = {
  /** Where the message begins, after the signatures. */
  readonly messageStart: number
  readonly message: SolanaMessage
  /** 64 bytes each, in the order of the signers; zeros for one that is missing. */
  readonly signatures: readonly Uint8Array[]
}

export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** The accounts it names itself; the first `signerCount` must sign, and the very first pays. */
  readonly accounts: readonly Uint8Array[]
  readonly signerCount: number
  /** Whether a transaction may change the account at this place of `accounts`. */
  readonly isWritable: (place: number) => boolean
  readonly instructions: readonly SolanaInstruction[]
  /** Where further accounts come from; empty for legacy messages. */
  readonly lookups: readonly SolanaLookup[]
}

/** Accounts that a message names by their places in an address lookup table. */
export type SolanaLookup = {
  readonly table: Uint8Array
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export type SolanaInstruction = {
  /** Places in the list of accounts, those from tables behind the others. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** What fits into one packet of the network. */
export const longestTransaction = 1_232
const signatureLength = 64
const keyLength = 32

/** Undefined for bytes that are no transaction. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  if (bytes.length > longestTransaction) return undefined
  return reading(bytes, (reader) => {
    const signatures = reader.list(() => reader.take(signatureLength))
    const messageStart = reader.position()
    const message = readMessage(reader)
    if (signatures.length !== message.signerCount) throw new NotSolana()
    return { messageStart, message, signatures }
  })
}

/** Undefined for bytes that are no message of a transaction. */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | undefined {
  return reading(bytes, readMessage)
}

/** The transaction with our signature in the place of its signer. */
export function withSignature(
  bytes: Uint8Array,
  signer: number,
  signature: Uint8Array,
): Uint8Array {
  const signed = Uint8Array.from(bytes)
  // The count before the signatures is one byte: no packet has room for 128 of them.
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
  // Whoever pays signs and can be charged.
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
    ({ program, accounts: places }) => program < known && places.every((place) => place < known),
  )
  if (!isWithin) throw new NotSolana()
  const isWritable = (place: number) =>
    place < signerCount
      ? place < signerCount - readonlySigners
      : place < accounts.length - readonlyOthers
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

  /** Seven bits to a byte, the lowest first; written as short as can be. */
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
