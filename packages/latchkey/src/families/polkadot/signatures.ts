import type { Hex } from '@latchkey/wire/rpc/polkadot'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { verify as verifySr25519 } from '@scure/sr25519'
import type { Account } from '../../core/connection/family.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { isEqualBytes, swallowErrors } from '../shared/signatureChecks.js'

type Verify = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean

const verifyEd25519: Verify = (message, signature, publicKey) =>
  ed25519.verify(signature, message, publicKey)

/** An ECDSA account is the hash of its key. */
const verifyEcdsa: Verify = (message, signature, account) => {
  const key = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
    .addRecoveryBit(signature[64] ?? 0)
    .recoverPublicKey(hash(message))
  return isEqualBytes(hash(key.toBytes(true)), account)
}

/**
 * Checks that the account signed one of the messages. An account does not show its key type, so any
 * scheme that fits the signature's length may prove it, as on the chain. The scheme byte is optional.
 */
export function checkSigner({
  messages,
  signature: given,
  account,
}: {
  readonly messages: readonly Uint8Array[]
  readonly signature: Hex
  readonly account: Account
}): void {
  const signature = hexToBytes(given.slice(2))
  const publicKey = hexToBytes(account.publicKey?.slice(2) ?? '')
  const rest = signature.subarray(1)
  const [scheme] = signature
  const schemes: readonly (readonly [boolean, Verify, Uint8Array])[] = [
    [signature.length === 64, verifySr25519, signature],
    [signature.length === 64, verifyEd25519, signature],
    [signature.length === 65 && scheme === 0, verifyEd25519, rest],
    [signature.length === 65 && scheme === 1, verifySr25519, rest],
    [signature.length === 65, verifyEcdsa, signature],
    [signature.length === 66 && scheme === 2, verifyEcdsa, rest],
  ]
  const isProved = messages.some((message) =>
    schemes.some(
      ([fits, verify, bytes]) => fits && swallowErrors(() => verify(message, bytes, publicKey)),
    ),
  )
  if (!isProved) throw new WrongSignerError()
}

function hash(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 })
}

const wrapStart = utf8ToBytes('<Bytes>')
const wrapEnd = utf8ToBytes('</Bytes>')

/** The bytes a wallet may sign for a message: wrapped in `<Bytes>`, or unchanged. */
export function toSignedForms(message: Uint8Array): readonly Uint8Array[] {
  const isWrapped =
    message.length >= wrapStart.length + wrapEnd.length &&
    wrapStart.every((byte, index) => message[index] === byte) &&
    wrapEnd.every((byte, index) => message[message.length - wrapEnd.length + index] === byte)
  return isWrapped ? [message] : [concatBytes(wrapStart, message, wrapEnd), message]
}
