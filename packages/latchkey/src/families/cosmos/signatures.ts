import type { StdSignature } from '@latchkey/wire/rpc/cosmos'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { Point, verify } from '@noble/secp256k1'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { isEqualBytes, swallowErrors } from '../shared/signatureChecks.js'
import { decodeBytes, keyLengths } from './address.js'

const signatureLengths = [64]

/** How chains derive an account from a key, and how they hash a document. */
const schemes = [
  { accountOf: (key: Uint8Array) => ripemd160(sha256(key)), digest: sha256 },
  // Chains based on Ethereum accounts.
  {
    accountOf: (key: Uint8Array) =>
      keccak_256(Point.fromBytes(key).toBytes(false).subarray(1)).subarray(12),
    digest: keccak_256,
  },
]

/** Checks that the key belongs to the account and signed these bytes. */
export function checkSigner({
  bytes,
  signature: { pub_key, signature: text },
  account,
}: {
  readonly bytes: Uint8Array
  readonly signature: StdSignature
  readonly account: Uint8Array | undefined
}): void {
  const key = decodeBytes(pub_key.value, keyLengths)
  const signature = decodeBytes(text, signatureLengths)
  const isProved =
    key !== undefined &&
    signature !== undefined &&
    account !== undefined &&
    schemes.some(({ accountOf, digest }) =>
      swallowErrors(
        () =>
          isEqualBytes(accountOf(key), account) &&
          verify(signature, digest(bytes), key, { prehash: false }),
      ),
    )
  if (!isProved) throw new WrongSignerError()
}
