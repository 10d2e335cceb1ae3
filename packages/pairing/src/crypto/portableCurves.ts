import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { Curves } from '../ports.js'

/** An explicit base point avoids a precomputed table that costs ten times one multiplication. */
const basePoint = Uint8Array.of(9, ...new Uint8Array(31))

/** Curves in plain JavaScript, for platforms without native ones. */
export const portableCurves: Curves = {
  x25519PublicKey: (secretKey) => x25519.getSharedSecret(secretKey, basePoint),
  x25519SharedSecret: (secretKey, publicKey) => x25519.getSharedSecret(secretKey, publicKey),
  ed25519PublicKey: (seed) => ed25519.getPublicKey(seed),
  ed25519Sign: (seed, message) => ed25519.sign(message, seed),
}
