import type { Address } from 'viem'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'
import { publicAddresses, publicSeed } from './publicSeed.js'

export type Keyring = {
  account(index: number): HDAccount
  address(index: number): Address
}

export function createKeyring(): Keyring {
  const accounts = new Map<number, HDAccount>()
  let root: HDKey | undefined

  function account(index: number): HDAccount {
    const known = accounts.get(index)
    if (known) return known
    root ??= HDKey.fromMasterSeed(publicSeed)
    const derived = hdKeyToAccount(root, { addressIndex: index })
    accounts.set(index, derived)
    return derived
  }

  return { account, address: (index) => publicAddresses[index] ?? account(index).address }
}
