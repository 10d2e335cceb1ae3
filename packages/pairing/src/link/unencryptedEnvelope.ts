import { decodeUtf8, encodeUtf8 } from '../crypto/encoding.js'

/** Type 2: not encrypted. Handled only in link mode, so a relay can never deliver one. */
const unencryptedType = 2

export function wrapUnencrypted(text: string): Uint8Array {
  return Uint8Array.of(unencryptedType, ...encodeUtf8(text))
}

/** The text of an unencrypted envelope; undefined for any other type. */
export function unwrapUnencrypted(envelope: Uint8Array): string | undefined {
  return envelope[0] === unencryptedType ? decodeUtf8(envelope.subarray(1)) : undefined
}
