import { bytesToHex, type Hex } from 'viem'
import {
  hdKeyToAccount,
  mnemonicToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'

export type TestAccount = PrivateKeyAccount & { readonly privateKey: Hex }

/** Known to everybody: never use it for anything real. */
export const testPhrase = 'test test test test test test test test test test test junk'
const FUNDED_BY_ANVIL = 10

// Stretching the phrase is slow, and enough to do once. The library's type asks for a full path.
const root = mnemonicToAccount(testPhrase, { path: 'm' as `m/44'/60'/${string}` }).getHdKey()

/** The ten accounts every anvil chain starts with. */
export const testAccounts: readonly TestAccount[] = Array.from(
  { length: FUNDED_BY_ANVIL },
  (_, i) => deriveAccount(i),
)

/** Deploys and owns everything the genesis brings. */
export const deployer = deriveAccount(FUNDED_BY_ANVIL)

/** Holds plenty of everything, to give away. */
export const faucet = deriveAccount(FUNDED_BY_ANVIL + 1)

/** Carries the operations of smart accounts for a provider on this machine. */
export const executor = deriveAccount(FUNDED_BY_ANVIL + 2)

function deriveAccount(addressIndex: number): TestAccount {
  const key = hdKeyToAccount(root, { addressIndex }).getHdKey().privateKey
  if (!key) throw new Error('The phrase gave no key')
  const privateKey = bytesToHex(key)
  return { ...privateKeyToAccount(privateKey), privateKey }
}
