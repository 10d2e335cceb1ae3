import * as v from 'valibot'

/**
 * Proof of work for unknown devices while a project is under attack: a nonce that, hashed with the
 * server's challenge, gives a SHA-256 digest with enough leading zero bits.
 */

export const workChallenge = v.pipe(v.string(), v.maxLength(200), v.regex(/^[0-9a-z.]+$/))

/** More bits than this take a phone too long. */
export const workBits = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))

export const workProof = v.object({
  challenge: workChallenge,
  nonce: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

export type WorkProof = v.InferOutput<typeof workProof>

/** The bytes to hash, short enough for one SHA-256 block. `seed` is the digest of the challenge. */
export function workMessage(seed: Uint8Array, nonce: number): Uint8Array {
  const message = new Uint8Array(seed.length + 8)
  message.set(seed)
  new DataView(message.buffer).setBigUint64(seed.length, BigInt(nonce))
  return message
}

export function hasLeadingZeroBits(digest: Uint8Array, bits: number): boolean {
  const first = new DataView(digest.buffer, digest.byteOffset).getUint32(0)
  return Math.clz32(first) >= bits
}
