import { bytesToHex, type Hex } from 'viem'
import {
  hdKeyToAccount,
  mnemonicToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'

export type TestAccount = PrivateKeyAccount & { readonly privateKey: Hex }

/** Publicly known: never use it for real funds. */
export const testPhrase = 'test test test test test test test test test test test junk'
const fundedByAnvil = 10

// Deriving the seed is slow, so do it once. The library's type requires a full path.
const root = mnemonicToAccount(testPhrase, { path: 'm' as `m/44'/60'/${string}` }).getHdKey()

/** The ten accounts every anvil chain starts with. */
export const testAccounts: readonly TestAccount[] = Array.from({ length: fundedByAnvil }, (_, i) =>
  deriveAccount(i),
)

/** Deploys and owns the contracts of the genesis. */
export const deployer = deriveAccount(fundedByAnvil)

/** Holds a large supply of everything, to give away. */
export const faucet = deriveAccount(fundedByAnvil + 1)

/** Bundles user operations for a local provider. */
export const executor = deriveAccount(fundedByAnvil + 2)

/** Signs what the local paymasters pay for. Needs no funds. */
export const sponsor = deriveAccount(fundedByAnvil + 3)

function deriveAccount(addressIndex: number): TestAccount {
  const key = hdKeyToAccount(root, { addressIndex }).getHdKey().privateKey
  if (!key) throw new Error('The phrase gave no key')
  const privateKey = bytesToHex(key)
  return { ...privateKeyToAccount(privateKey), privateKey }
}
