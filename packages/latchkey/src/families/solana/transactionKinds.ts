import { base64 } from '@scure/base'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import type { KitTransaction, SolanaTransaction, Web3Transaction } from './provider.js'
import { type ReadTransaction, readTransaction } from './transactionBytes.js'

/** A transaction of the site's, and how to give it back in the kind it came in. */
export type GivenTransaction<kind> = ReadTransaction & {
  /** In base 64. */
  readonly text: string
  back(signed: Uint8Array): kind
}

/** Reads what sites give. Sorted by what it can do, so that no library of theirs is needed here. */
export function readGiven<kind extends SolanaTransaction>(given: kind): GivenTransaction<kind> {
  try {
    const { bytes, back } = unpack(given)
    const read = readTransaction(bytes)
    if (read) return { ...read, text: base64.encode(bytes), back }
  } catch (cause) {
    // An unfinished transaction, without its fee payer or blockhash, says so itself.
    throw new InvalidRequestError('parameters', { cause })
  }
  throw new InvalidRequestError('parameters')
}

function unpack<kind extends SolanaTransaction>(
  given: kind,
): { readonly bytes: Uint8Array; back(signed: Uint8Array): kind } {
  if (given instanceof Uint8Array) {
    return { bytes: Uint8Array.from(given), back: (signed) => signed as kind }
  }
  if ('messageBytes' in given) {
    const kit: KitTransaction = given
    return { bytes: kitBytes(kit), back: (signed) => withKitSignatures(kit, signed) as kind }
  }
  const web3 = given as Web3Transaction & { constructor: Web3Class }
  const { deserialize, from } = web3.constructor
  // A `VersionedTransaction` has one, a `Transaction` the other.
  const revive = deserialize ?? from
  if (!revive) throw new TypeError('Not a transaction')
  const isPartial = { requireAllSignatures: false, verifySignatures: false }
  const bytes = Uint8Array.from((web3.serialize as (options: object) => Uint8Array)(isPartial))
  return { bytes, back: (signed) => revive.call(web3.constructor, signed) as kind }
}

type Web3Class = {
  deserialize?(bytes: Uint8Array): unknown
  from?(bytes: Uint8Array): unknown
}

function kitBytes({ messageBytes, signatures }: KitTransaction): Uint8Array {
  const list = Object.values(signatures)
  const bytes = new Uint8Array(1 + 64 * list.length + messageBytes.length)
  // Nobody has more signers than one byte can count.
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
