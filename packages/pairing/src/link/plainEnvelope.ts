import { decodeUtf8, encodeUtf8 } from '../crypto/encoding.js'

/** Type 2: not sealed. Written and read here alone, so that nothing a relay carries can be one. */
const PLAIN = 2

export function wrapPlain(text: string): Uint8Array {
  return Uint8Array.of(PLAIN, ...encodeUtf8(text))
}

/** The text of an unsealed envelope; undefined for any other type. */
export function unwrapPlain(envelope: Uint8Array): string | undefined {
  return envelope[0] === PLAIN ? decodeUtf8(envelope.subarray(1)) : undefined
}
