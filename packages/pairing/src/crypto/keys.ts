import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Curves, RandomBytes } from '../ports.js'
import { encodeUtf8 } from './encoding.js'

export type KeyPair = {
  readonly secretKey: string
  readonly publicKey: string
}

export type SharedKey = {
  readonly key: string
  readonly topic: string
}

export function systemRandom(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** The topic that belongs to a symmetric key or a public key. */
export function toTopic(keyHex: string): string {
  return bytesToHex(sha256(hexToBytes(keyHex)))
}

/** A message's id: the hash of its encrypted text. */
export function toMessageId(envelopeText: string): string {
  return bytesToHex(sha256(encodeUtf8(envelopeText)))
}

/** Derived, so that relay and client know the id without exchanging it. */
export function toSubscriptionId(topic: string, clientId: string): string {
  return bytesToHex(sha256(encodeUtf8(topic + clientId)))
}

export function createSymmetricKey(random: RandomBytes): SharedKey {
  const key = bytesToHex(random(32))
  return { key, topic: toTopic(key) }
}

export async function createKeyPair(curves: Curves, random: RandomBytes): Promise<KeyPair> {
  const secretKey = random(32)
  const publicKey = await curves.x25519PublicKey(secretKey)
  return { secretKey: bytesToHex(secretKey), publicKey: bytesToHex(publicKey) }
}

/** Derives the key and topic that both sides share. Rejects for a public key of low order. */
export async function agreeKey(
  curves: Curves,
  ownSecretKey: string,
  peerPublicKey: string,
): Promise<SharedKey> {
  const shared = await curves.x25519SharedSecret(
    hexToBytes(ownSecretKey),
    hexToBytes(peerPublicKey),
  )
  const key = bytesToHex(deriveKey(shared))
  return { key, topic: toTopic(key) }
}

/** HKDF-SHA-256 (RFC 5869) without salt and info; 32 bytes need only one block. */
function deriveKey(secret: Uint8Array): Uint8Array {
  const extracted = hmac(sha256, new Uint8Array(32), secret)
  return hmac(sha256, extracted, Uint8Array.of(1))
}
