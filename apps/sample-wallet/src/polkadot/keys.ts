import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'

/** The wallet's networks and their address prefixes. */
export const polkadotChains: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
}

export type PolkadotKey = {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** Public test keys: the seed is the account number. */
export function createPolkadotKeys(): (account: number) => PolkadotKey {
  const keys = new Map<number, PolkadotKey>()
  return (account) => {
    const known = keys.get(account)
    if (known) return known
    const secret = secretFromSeed(new Uint8Array(32).fill(account + 1))
    const key = {
      publicKey: getPublicKey(secret),
      sign: (message: Uint8Array) => sign(secret, message),
    }
    keys.set(account, key)
    return key
  }
}

const context = new TextEncoder().encode('SS58PRE')

export function encodeAddress(publicKey: Uint8Array, prefix: number): string {
  const body = Uint8Array.of(prefix, ...publicKey)
  const checksum = blake2b(Uint8Array.of(...context, ...body), { dkLen: 64 })
  return base58.encode(Uint8Array.of(...body, ...checksum.slice(0, 2)))
}

/** The 32 bytes of an address with a short prefix; undefined for anything else. */
export function decodeAddress(address: unknown): Uint8Array | undefined {
  if (typeof address !== 'string') return undefined
  try {
    const bytes = base58.decode(address)
    const publicKey = bytes.slice(1, 33)
    return encodeAddress(publicKey, bytes[0] ?? 0) === address ? publicKey : undefined
  } catch {
    return undefined
  }
}
