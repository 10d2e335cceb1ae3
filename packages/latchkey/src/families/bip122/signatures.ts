import type { MessageProtocol } from '@latchkey/wire/rpc/bip122'
import { DER } from '@noble/curves/abstract/der.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { etc, hashes, Point, Signature, schnorr, verify } from '@noble/secp256k1'
import { MalformedAnswerError, WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { recoverPublicKey } from '../shared/recoverPublicKey.js'
import { isEqualBytes } from '../shared/signatureChecks.js'
import type { BitcoinAddress } from './address.js'
import { createReader } from './psbt.js'

/**
 * BIP-322 signs a virtual transaction (`to_sign`) that spends the one output of another (`to_spend`),
 * which commits to the message and is locked to the address. Neither is valid on a chain.
 */

/** The curve library uses this hash in `schnorr.verify`. */
hashes.sha256 = sha256

const zero4 = new Uint8Array(4)
const zero8 = new Uint8Array(8)
const one4 = Uint8Array.of(1, 0, 0, 0)
/** The only output of `to_sign`: an empty OP_RETURN. */
const noOutput = concatBytes(zero8, Uint8Array.of(1, 0x6a))

/** The script that locks an output to an address. */
export function toOutputScript({ kind, program }: BitcoinAddress): Uint8Array {
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

/** The digest a segwit address signs, nested or not (BIP-143, SIGHASH_ALL). */
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

/** The digest a taproot address signs (BIP-341, key path). */
function taprootDigest(message: string, script: Uint8Array, hashType: number): Uint8Array {
  return taggedHash(
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
  const commitment = taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const nullOutpoint = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff))
  const toSpend = concatBytes(
    zero4,
    Uint8Array.of(1),
    nullOutpoint,
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

/** A hash for one purpose (BIP-340). */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const tagHash = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(tagHash, tagHash, bytes))
}

function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

/** A recoverable signature. */
const ecdsaLength = 65

/**
 * Checks that the address signed the message: an ECDSA signature recovers to its key, and a BIP-322
 * witness can spend its output.
 */
export function checkSigner({
  message,
  signature,
  signer,
  protocol,
}: {
  readonly message: string
  readonly signature: Uint8Array
  readonly signer: BitcoinAddress
  /** The protocol the site requested; either one when it requested none. */
  readonly protocol?: MessageProtocol | undefined
}): void {
  const isEcdsa = signature.length === ecdsaLength
  if (protocol && isEcdsa !== (protocol === 'ecdsa')) throw new MalformedAnswerError('signMessage')
  const holds = isEcdsa
    ? isRecoverable(message, signature, signer)
    : isWitness(message, signature, signer)
  if (!holds) throw new WrongSignerError()
}

/**
 * The first byte encodes the recovery id and, by BIP-137, the address kind. Wallets disagree about the
 * kind, so only the recovered key counts.
 */
function isRecoverable(message: string, signature: Uint8Array, signer: BitcoinAddress): boolean {
  const header = (signature[0] ?? 0) - 27
  if (header < 0 || header > 15) return false
  const text = utf8ToBytes(message)
  const digest = sha256(
    sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), sizeOf(text), text)),
  )
  try {
    const isKey = (isCompressed: boolean) =>
      ownsAddress(
        recoverPublicKey(signature.slice(1), { recoveryBit: header & 3, digest, isCompressed }),
        signer,
      )
    return isKey(true) || (signer.kind === 'p2pkh' && isKey(false))
  } catch {
    // Numbers outside the curve, or the high-S form.
    return false
  }
}

function isWitness(message: string, signature: Uint8Array, signer: BitcoinAddress): boolean {
  try {
    const [proof, key, ...rest] = readWitness(signature)
    if (!proof || rest.length > 0) return false
    return signer.kind === 'p2tr'
      ? key === undefined && isTaprootProof(message, proof, signer)
      : key !== undefined && isKeyProof(message, proof, key, signer)
  } catch {
    // Not a witness, or numbers outside the curve.
    return false
  }
}

/** SIGHASH_ALL: other types do not sign the whole transaction. */
const signsAll = 1

function isKeyProof(
  message: string,
  proof: Uint8Array,
  key: Uint8Array,
  signer: BitcoinAddress,
): boolean {
  const isSegwit = signer.kind === 'p2wpkh' || signer.kind === 'p2sh'
  if (!isSegwit || key.length !== 33 || !ownsAddress(key, signer)) return false
  if (proof.at(-1) !== signsAll) return false
  const digest = segwitDigest(message, toOutputScript(signer), hash160(key))
  const { r, s } = DER.toSig(proof.slice(0, -1))
  return verify(new Signature(r, s).toBytes(), digest, key, { prehash: false })
}

function isTaprootProof(message: string, proof: Uint8Array, signer: BitcoinAddress): boolean {
  const hashType = proof.length === 65 ? proof[64] : 0
  if (proof.length !== 64 && hashType !== signsAll) return false
  const digest = taprootDigest(message, toOutputScript(signer), hashType ?? 0)
  return schnorr.verify(proof.slice(0, 64), digest, signer.program)
}

/** Whether the address belongs to the public key. */
function ownsAddress(key: Uint8Array, { kind, program }: BitcoinAddress): boolean {
  switch (kind) {
    case 'p2pkh':
    case 'p2wpkh':
      return isEqualBytes(hash160(key), program)
    case 'p2sh':
      return isEqualBytes(hash160(concatBytes(Uint8Array.of(0, 20), hash160(key))), program)
    case 'p2tr':
      return isEqualBytes(tweakedKey(key.slice(1)), program)
    case 'p2wsh':
      return false
  }
}

/** The taproot output key of a key without scripts (BIP-86). */
function tweakedKey(key: Uint8Array): Uint8Array {
  const tweak = etc.bytesToNumberBE(taggedHash('TapTweak', key))
  const even = Point.fromBytes(concatBytes(Uint8Array.of(2), key))
  return even.add(Point.BASE.multiply(tweak)).toBytes().slice(1)
}

function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const reader = createReader(bytes)
  const count = reader.size()
  // A single-key witness has at most two items.
  if (count > 2) throw new RangeError('Not of one key')
  const toList = Array.from({ length: count }, () => reader.take(reader.size()))
  if (!reader.isAtEnd()) throw new RangeError('Too long')
  return toList
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** The length in Bitcoin's compact size encoding. */
function sizeOf({ length }: Uint8Array): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length <= 0xffff) return Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return Uint8Array.of(
    0xfe,
    length & 0xff,
    (length >> 8) & 0xff,
    (length >> 16) & 0xff,
    length >> 24,
  )
}
