import { recoverPublicKey as recover, Signature } from '@noble/secp256k1'

/**
 * The secp256k1 key that made a signature (r and s, 64 bytes). Throws for numbers outside the curve, and for
 * the high-S form, which anyone can make from the low-S form.
 */
export function recoverPublicKey(
  numbers: Uint8Array,
  {
    recoveryBit,
    digest,
    isCompressed,
  }: {
    readonly recoveryBit: number
    readonly digest: Uint8Array
    readonly isCompressed: boolean
  },
): Uint8Array {
  const signature = Signature.fromBytes(numbers, 'compact').addRecoveryBit(recoveryBit)
  if (signature.hasHighS()) throw new RangeError('The signature is malleated')
  return recover(signature.toBytes('recovered'), digest, { prehash: false, isCompressed })
}
