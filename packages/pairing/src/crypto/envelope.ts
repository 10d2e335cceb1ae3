import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { PairingError } from '../errors.js'
import type { RandomBytes } from '../ports.js'
import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8 } from './encoding.js'

const nonceLength = 12
const tagLength = 16
const keyLength = 32
/** Far above what a relay carries; stops a hostile one from making us decode megabytes. */
const maxTextLength = 2_000_000

/** Type 0: both sides hold the key. Type 1: the sender introduces itself by public key. */
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
  /** Given for type 1 only. */
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

/** Takes an envelope apart. Any type byte but 0 and 1 is refused: plaintext never passes a relay. */
export function readEnvelope(text: string): Envelope {
  const bytes = text.length > maxTextLength ? undefined : decodeBase64(text)
  const type = bytes?.[0]
  if (bytes === undefined || (type !== 0 && type !== 1)) throw invalid()
  const nonceStart = type === 0 ? 1 : 1 + keyLength
  const sealedStart = nonceStart + nonceLength
  if (bytes.length < sealedStart + tagLength) throw invalid()
  // X25519 ignores the top bit of a public key, so with it set the same sender would have two names.
  if (type === 1 && (bytes[keyLength] as number) > 0x7f) throw invalid()
  const nonce = bytes.slice(nonceStart, sealedStart)
  const sealed = bytes.slice(sealedStart)
  return type === 0
    ? { type, nonce, sealed }
    : { type, senderPublicKey: bytesToHex(bytes.slice(1, nonceStart)), nonce, sealed }
}

/** The plaintext; throws unless the key is right and not a bit has changed. */
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
  return new PairingError('pairing/invalid-envelope', 'The sealed message cannot be opened.', {
    cause,
  })
}
