import { deriveSolanaAccounts } from '@latchkey/dev-stack/solanaAccounts'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { testPhrase } from '@latchkey/dev-stack/testAccounts'
import { mnemonicToAccount } from 'viem/accounts'

/** Initial state of the local chains that the calls need. */
export const mainChain = 'eip155:1'
export const baseChain = 'eip155:8453'
/** The token address for a chain's native coin. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const alice = testAccount(0)
export const bob = testAccount(1)
export const { gallery, usdc, offchainResolver } = localAddresses

/** The accounts of the development phrase, and any number after them. */
export function testAccount(addressIndex) {
  return mnemonicToAccount(testPhrase, { addressIndex })
}

export async function solanaAccount() {
  const { accounts } = await deriveSolanaAccounts()
  return accounts[0].address
}
