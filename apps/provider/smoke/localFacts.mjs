import { deriveSolanaAccounts } from '@latchkey/dev-stack/solanaAccounts'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { testPhrase } from '@latchkey/dev-stack/testAccounts'
import { mnemonicToAccount } from 'viem/accounts'

/** What the local chains begin with, as far as calls need it. */
export const mainChain = 'eip155:1'
export const baseChain = 'eip155:8453'
/** Stands for a chain's own coin where a token is asked for. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const alice = testAccount(0)
export const bob = testAccount(1)
export const { gallery, usdc, offchainResolver } = localAddresses

/** The accounts of the phrase that every development chain knows, and any number after them. */
export function testAccount(addressIndex) {
  return mnemonicToAccount(testPhrase, { addressIndex })
}

export async function solanaAccount() {
  const { accounts } = await deriveSolanaAccounts()
  return accounts[0].address
}
