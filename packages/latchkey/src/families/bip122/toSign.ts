import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BitcoinAddress } from './address.js'

/**
 * What a BIP-322 signature is under: a transaction (`to_sign`) that takes the one output of another
 * (`to_spend`), which commits to the message and can be spent by the address only. Neither can ever be
 * on a chain.
 */

const zero4 = new Uint8Array(4)
const zero8 = new Uint8Array(8)
const one4 = Uint8Array.of(1, 0, 0, 0)
/** Nothing, to nobody: the only output of `to_sign` (OP_RETURN). */
const noOutput = concatBytes(zero8, Uint8Array.of(1, 0x6a))

/** What an output to an address is locked with. */
export function scriptOf({ kind, program }: BitcoinAddress): Uint8Array {
  switch (kind) {
    case 'p2pkh':
      return concatBytes(Uint8Array.of(0x76, 0xa9, 20), program, Uint8Array.of(0x88, 0xac))
    case 'p2sh':
      return concatBytes(Uint8Array.of(0xa9, 20), program, Uint8Array.of(0x87))
    case 'p2tr':
      return concatBytes(Uint8Array.of(0x51, 32), program)
    default:
      return concatBytes(Uint8Array.of(0, program.length), program)
  }
}

/** What is signed with the key of a segwit address, nested or not (BIP-143, everything signed). */
export function segwitDigest(message: string, script: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const outpoint = outpointOf(message, script)
  const keyScript = concatBytes(
    Uint8Array.of(25, 0x76, 0xa9, 20),
    keyHash,
    Uint8Array.of(0x88, 0xac),
  )
  return twice(
    concatBytes(
      zero4,
      twice(outpoint),
      twice(zero4),
      outpoint,
      keyScript,
      zero8,
      zero4,
      twice(noOutput),
      zero4,
      one4,
    ),
  )
}

/** What is signed with the key of a taproot address (BIP-341, by key, everything signed). */
export function taprootDigest(message: string, script: Uint8Array, hashType: number): Uint8Array {
  return schnorr.utils.taggedHash(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, hashType),
      zero4,
      zero4,
      sha256(outpointOf(message, script)),
      sha256(zero8),
      sha256(concatBytes(Uint8Array.of(script.length), script)),
      sha256(zero4),
      sha256(noOutput),
      Uint8Array.of(0),
      zero4,
    ),
  )
}

/** The first output of `to_spend`. */
function outpointOf(message: string, script: Uint8Array): Uint8Array {
  const commitment = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const nowhere = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff))
  const toSpend = concatBytes(
    zero4,
    Uint8Array.of(1),
    nowhere,
    Uint8Array.of(34, 0, 32),
    commitment,
    zero4,
    Uint8Array.of(1),
    zero8,
    Uint8Array.of(script.length),
    script,
    zero4,
  )
  return concatBytes(twice(toSpend), zero4)
}

function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}
