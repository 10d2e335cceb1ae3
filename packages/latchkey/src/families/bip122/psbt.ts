import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'

/** As much of a PSBT (BIP-174) as tells what it pays. */
export type Psbt = {
  /** The transaction it is about, without any signature. */
  readonly unsigned: Uint8Array
  /** The hash by which that transaction is known while it has no signatures outside of its witness. */
  readonly txid: string
  readonly inputCount: number
}

/** "psbt" and 0xff. */
const magic = '70736274ff'

/** Throws for what is no PSBT, and for the second version of the format, which no wallet here takes. */
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

/** Only before signing has a transaction neither witness nor marker, so the count comes right after the version. */
function countInputs(transaction: Uint8Array): number {
  const reader = createReader(transaction)
  reader.take(4)
  return reader.size()
}

function transactionId(transaction: Uint8Array): string {
  return hex.encode(sha256(sha256(transaction)).reverse())
}

/** Reads Bitcoin's encoding; anything beyond the end throws. */
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
    /** A number of one, three or five bytes; nothing here is longer. */
    size(): number {
      const [first = 0] = take(1)
      if (first < 0xfd) return first
      const rest = take(first === 0xfd ? 2 : first === 0xfe ? 4 : bytes.length)
      return rest.reduceRight((sum, byte) => sum * 256 + byte, 0)
    },
  }
}
