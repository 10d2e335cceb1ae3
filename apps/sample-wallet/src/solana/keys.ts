import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { publicSeed } from '../keys/publicSeed.js'

export type SolanaKey = {
  readonly address: string
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

export type SolanaKeys = (account: number) => SolanaKey

const text = new TextEncoder()
const hardened = 0x80000000

/** The keys every Solana wallet derives from the public phrase (SLIP-10, m/44'/501'/account'/0'). */
export function createSolanaKeys(): SolanaKeys {
  const keys = new Map<number, SolanaKey>()
  let root: Uint8Array | undefined
  return (account) => {
    const known = keys.get(account)
    if (known) return known
    root ??= hmac(sha512, text.encode('ed25519 seed'), publicSeed)
    const secret = [44, 501, account, 0].reduce(step, root).slice(0, 32)
    const publicKey = ed25519.getPublicKey(secret)
    const key: SolanaKey = {
      address: base58.encode(publicKey),
      publicKey,
      sign: (message) => ed25519.sign(message, secret),
    }
    keys.set(account, key)
    return key
  }
}

function step(node: Uint8Array, index: number): Uint8Array {
  const data = new Uint8Array(37)
  data.set(node.subarray(0, 32), 1)
  new DataView(data.buffer).setUint32(33, hardened + index)
  return hmac(sha512, node.subarray(32), data)
}
