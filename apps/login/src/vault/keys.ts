import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { LoginError } from '../loginError.js'
import type { Addresses } from './signer.js'

/**
 * Creates a seed from secure randomness. Rejects a missing source, and a replaced one if it can be
 * detected.
 */
export function createSeed(
  source: Pick<Crypto, 'getRandomValues'> | undefined,
): Uint8Array<ArrayBuffer> {
  if (typeof source?.getRandomValues !== 'function') throw noRandomness()
  const draws = Array.from({ length: 3 }, () => source.getRandomValues(new Uint8Array(32)))
  const texts = draws.map(String)
  // 32 random bytes with fewer than eight different values among them are not random.
  const isRepeating = draws.some(
    (bytes) => !(bytes instanceof Uint8Array) || new Set(bytes).size < 8,
  )
  if (isRepeating || new Set(texts).size < draws.length) throw noRandomness()
  const [seed, ...rest] = draws as [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]
  for (const bytes of rest) bytes.fill(0)
  return seed
}

const noRandomness = () =>
  new LoginError({ code: 'login-failed', message: 'This browser cannot make keys safely' })

type Bytes = Uint8Array<ArrayBuffer>

/** Derivation labels of the two keys of a seed. */
const purposes = { eip155: 'latchkey eip155 v1', solana: 'latchkey solana v1' } as const

/** Runs with one of a seed's keys, which is overwritten afterwards. */
export async function withKey<result>(
  seed: Bytes,
  purpose: keyof typeof purposes,
  run: (key: Uint8Array) => result,
): Promise<result> {
  const base = await crypto.subtle.importKey('raw', seed, 'HKDF', false, ['deriveBits'])
  const info = utf8ToBytes(purposes[purpose])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const key = new Uint8Array(await crypto.subtle.deriveBits(how, base, 256))
  try {
    return run(key)
  } finally {
    key.fill(0)
  }
}

export async function addressesOf(seed: Bytes): Promise<Addresses> {
  return {
    eip155: await withKey(seed, 'eip155', addressOf.eip155),
    solana: await withKey(seed, 'solana', addressOf.solana),
  }
}

/** The address of a key. */
export const addressOf = {
  eip155(key: Uint8Array): `0x${string}` {
    const point = secp256k1.getPublicKey(key, false)
    return withChecksum(bytesToHex(keccak_256(point.subarray(1)).subarray(-20)))
  },
  solana: (key: Uint8Array): string => base58.encode(ed25519.getPublicKey(key)),
}

/** EIP-55. */
function withChecksum(hex: string): `0x${string}` {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  const digits = [...hex].map((digit, at) =>
    Number.parseInt(hash[at] as string, 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}

export function signHash(key: Uint8Array, hash: Uint8Array) {
  const format = 'recovered' as const
  const signed = secp256k1.sign(hash, key, { prehash: false, format })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(signed, format)
  return { r, s, yParity: ((recovery ?? 0) & 1) as 0 | 1 }
}

/** Signs the SHA-256 of a text with the key of the EVM account. */
export async function signWithWallet(seed: Bytes, text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8ToBytes(text)))
  const { r, s, yParity } = await withKey(seed, 'eip155', (key) => signHash(key, hash))
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return `0x${word(r)}${word(s)}0${yParity}`
}

export function signText(key: Uint8Array, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, key)
}

/** In the format that other wallets import. */
export async function exportKeys(seed: Bytes) {
  return {
    eip155: await withKey(seed, 'eip155', (key) => `0x${bytesToHex(key)}`),
    solana: await withKey(seed, 'solana', (key) => {
      const both = new Uint8Array(64)
      both.set(key)
      both.set(ed25519.getPublicKey(key), 32)
      const text = base58.encode(both)
      both.fill(0)
      return text
    }),
  }
}
