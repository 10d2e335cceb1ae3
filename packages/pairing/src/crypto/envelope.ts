import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { PairingError } from '../errors.js'
import type { RandomBytes } from '../ports.js'
import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8 } from './encoding.js'

const nonceLength = 12
const tagLength = 16
const keyLength = 32
/** Far above a relay's limit; keeps a hostile relay from making us decode megabytes. */
const maxTextLength = 2_000_000

/** Type 0: both sides have the key. Type 1: the envelope carries the sender's public key. */
export type Envelope =
  | { readonly type: 0; readonly nonce: Uint8Array; readonly sealed: Uint8Array }
  | {
      readonly type: 1
      readonly senderPublicKey: string
      readonly nonce: Uint8Array
      readonly sealed: Uint8Array
    }

export type SealOptions = {
  readonly key: string
  readonly random: RandomBytes
  /** Creates a type 1 envelope. */
  readonly senderPublicKey?: string
}

export function seal(plaintext: string, { key, random, senderPublicKey }: SealOptions): string {
  const nonce = random(nonceLength)
  const sealed = chacha20poly1305(hexToBytes(key), nonce).encrypt(encodeUtf8(plaintext))
  const head =
    senderPublicKey === undefined
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), hexToBytes(senderPublicKey))
  return encodeBase64(concatBytes(head, nonce, sealed))
}

/** Parses an envelope. Throws for types other than 0 and 1: a relay must not deliver plaintext. */
export function readEnvelope(text: string): Envelope {
  const bytes = text.length > maxTextLength ? undefined : decodeBase64(text)
  const type = bytes?.[0]
  if (bytes === undefined || (type !== 0 && type !== 1)) throw invalid()
  const nonceStart = type === 0 ? 1 : 1 + keyLength
  const sealedStart = nonceStart + nonceLength
  if (bytes.length < sealedStart + tagLength) throw invalid()
  // X25519 ignores the top bit of a public key, so the same sender could have two encodings.
  if (type === 1 && (bytes[keyLength] as number) > 0x7f) throw invalid()
  const nonce = bytes.slice(nonceStart, sealedStart)
  const sealed = bytes.slice(sealedStart)
  return type === 0
    ? { type, nonce, sealed }
    : { type, senderPublicKey: bytesToHex(bytes.slice(1, nonceStart)), nonce, sealed }
}

/** Decrypts an envelope; throws if the key is wrong or any bit was changed. */
export function openEnvelope(envelope: Envelope, key: string): string {
  let bytes: Uint8Array
  try {
    bytes = chacha20poly1305(hexToBytes(key), envelope.nonce).decrypt(envelope.sealed)
  } catch (cause) {
    throw invalid(cause)
  }
  const text = decodeUtf8(bytes)
  if (text === undefined) throw invalid()
  return text
}

function invalid(cause?: unknown): PairingError {
  return new PairingError('pairing/invalid-envelope', 'The message cannot be decrypted.', {
    cause,
  })
}
