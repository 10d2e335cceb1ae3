import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'

/** The parts of a PSBT (BIP-174) that say what it pays. */
export type Psbt = {
  /** The transaction without signatures. */
  readonly unsigned: Uint8Array
  /** The transaction id while all signatures are in the witness. */
  readonly txid: string
  readonly inputCount: number
}

/** "psbt" and 0xff. */
const magic = '70736274ff'

/** Throws for malformed input and for version 2 of the format, which none of these wallets accepts. */
export function readPsbt(bytes: Uint8Array): Psbt {
  const reader = createReader(bytes)
  if (hex.encode(reader.take(5)) !== magic) throw new RangeError('Not a PSBT')
  for (;;) {
    const key = reader.take(reader.size())
    if (key.length === 0) throw new RangeError('No transaction')
    const value = reader.take(reader.size())
    if (key.length !== 1 || key[0] !== 0) continue
    return { unsigned: value, txid: transactionId(value), inputCount: countInputs(value) }
  }
}

/** An unsigned transaction has no witness marker, so the count follows the version. */
function countInputs(transaction: Uint8Array): number {
  const reader = createReader(transaction)
  reader.take(4)
  return reader.size()
}

function transactionId(transaction: Uint8Array): string {
  return hex.encode(sha256(sha256(transaction)).reverse())
}

/** Reads Bitcoin's encoding; throws beyond the end. */
export function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('Too short')
    at += length
    return bytes.slice(at - length, at)
  }
  return {
    take,
    isAtEnd: () => at === bytes.length,
    /** A compact size of one, three or five bytes; longer ones do not occur here. */
    size(): number {
      const [first = 0] = take(1)
      if (first < 0xfd) return first
      const rest = take(first === 0xfd ? 2 : first === 0xfe ? 4 : bytes.length)
      return rest.reduceRight((sum, byte) => sum * 256 + byte, 0)
    },
  }
}
