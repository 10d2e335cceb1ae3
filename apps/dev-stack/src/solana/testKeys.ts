import { createHmac, pbkdf2Sync } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

export type SolanaTestAccount = KeyPairSigner & {
  /** The 32-byte seed of its key pair. */
  readonly privateKey: Uint8Array
}

const hardened = 0x80000000
/** The path every Solana wallet uses: purpose 44, coin 501, account, change 0. */
const pathOf = (account: number) => [44, 501, account, 0]

/** The account that wallets derive from a phrase (SLIP-10, all steps hardened). */
export async function deriveSolanaAccount(
  phrase: string,
  account: number,
): Promise<SolanaTestAccount> {
  const seed = pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of pathOf(account)) {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(hardened + step)
    const data = Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index])
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  const privateKey = new Uint8Array(node.subarray(0, 32))
  return { ...(await createKeyPairSignerFromPrivateKeyBytes(privateKey)), privateKey }
}
