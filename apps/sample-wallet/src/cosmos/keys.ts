import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'

/** The wallet's networks and their address prefixes. */
export const cosmosChains: Readonly<Record<string, string>> = {
  'cosmos:cosmoshub-4': 'cosmos',
  'cosmos:osmosis-1': 'osmo',
  'cosmos:provider': 'cosmos',
}

export type CosmosKey = {
  readonly publicKey: Uint8Array
  address(chain: string): string
  /** 64 bytes, over the hash of what is given. */
  sign(bytes: Uint8Array): Uint8Array
}

/** Public test keys, derived only from the account's index. */
export function createCosmosKeys(): (account: number) => CosmosKey {
  const keys = new Map<number, CosmosKey>()
  return (account) => {
    const known = keys.get(account)
    if (known) return known
    const secret = new Uint8Array(32).fill(account + 1)
    const publicKey = secp256k1.getPublicKey(secret, true)
    const description = bech32.toWords(ripemd160(sha256(publicKey)))
    const key = {
      publicKey,
      address: (chain: string) => bech32.encode(cosmosChains[chain] ?? 'cosmos', description),
      sign: (bytes: Uint8Array) => secp256k1.sign(sha256(bytes), secret, { prehash: false }),
    }
    keys.set(account, key)
    return key
  }
}
