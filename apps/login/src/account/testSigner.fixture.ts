import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Signer } from '../vault/signer.js'

export type TestSigner = Signer & {
  /** The same key in another library, for comparison. */
  readonly account: PrivateKeyAccount
  /** Key of the Solana account. */
  readonly seed: Uint8Array
}

/** Random keys, unless a Solana key is given. */
export function createTestSigner({
  seed = ed25519.utils.randomSecretKey(),
  accountVersion = 2,
}: Partial<Pick<TestSigner, 'seed' | 'accountVersion'>> = {}): TestSigner {
  const key = secp256k1.utils.randomSecretKey()
  const account = privateKeyToAccount(toHex(key))
  const addresses = {
    eip155: account.address,
    solana: base58.encode(ed25519.getPublicKey(seed)),
  }
  return {
    account,
    addresses,
    accountVersion,
    seed,
    async signSecp256k1(hash) {
      const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
      return { r, s, yParity: recovery === 1 ? 1 : 0 }
    },
    signEd25519: async (message) => ed25519.sign(message, seed),
  }
}
