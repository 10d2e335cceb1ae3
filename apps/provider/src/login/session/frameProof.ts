import { createPublicKey, verify } from 'node:crypto'
import { loginError } from './loginError.js'

/** DER in front of an uncompressed P-256 point in a SubjectPublicKeyInfo. */
const spkiPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/**
 * Throws `signature-wrong` unless the frame with this key signed the text. A session only claims
 * its frame's key, so calls that rely on the frame require this proof.
 */
export function assertSignedByFrame(
  frameKey: string | null,
  text: string,
  signature: string,
): void {
  if (frameKey === null) throw loginError('needs-recent-login')
  if (!isSignedByFrame(frameKey, text, signature)) throw loginError('signature-wrong')
}

function isSignedByFrame(frameKey: string, text: string, signature: string): boolean {
  try {
    const der = Buffer.concat([spkiPrefix, Buffer.from(frameKey, 'base64url')])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const options = { key, dsaEncoding: 'ieee-p1363' } as const
    return verify('sha256', Buffer.from(text), options, Buffer.from(signature, 'base64url'))
  } catch {
    return false // not a key or not a signature
  }
}
