import { createPrivateKey, createPublicKey, diffieHellman, sign } from 'node:crypto'

/** DER prefix before the 32 bytes of the key (RFC 8410). */
const heads = {
  x25519: { secret: '302e020100300506032b656e04220420', shared: '302a300506032b656e032100' },
  ed25519: { secret: '302e020100300506032b657004220420' },
}

const der = (head, key) => Buffer.concat([Buffer.from(head, 'hex'), key])

function secretKeyOf(curve, secret) {
  return createPrivateKey({ key: der(heads[curve].secret, secret), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(curve, secret) {
  const spki = createPublicKey(secretKeyOf(curve, secret)).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(-32))
}

/** Node's synchronous curves: the portable ones would need an hour for thousands of sessions. */
export const nodeCurves = {
  x25519PublicKey: (secret) => publicKeyOf('x25519', secret),
  x25519SharedSecret(secret, publicKey) {
    const key = der(heads.x25519.shared, publicKey)
    const peer = createPublicKey({ key, format: 'der', type: 'spki' })
    const privateKey = secretKeyOf('x25519', secret)
    return new Uint8Array(diffieHellman({ privateKey, publicKey: peer }))
  },
  ed25519PublicKey: (seed) => publicKeyOf('ed25519', seed),
  ed25519Sign: (seed, message) => new Uint8Array(sign(null, message, secretKeyOf('ed25519', seed))),
}
