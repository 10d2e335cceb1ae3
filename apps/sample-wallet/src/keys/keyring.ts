import type { Address } from 'viem'
import { type HDAccount, hdKeyToAccount, mnemonicToAccount } from 'viem/accounts'

/** Known to everybody and funded on every development chain: never a place for real money. */
export const publicPhrase = 'test test test test test test test test test test test junk'

// The library's type asks for a full path, but the root itself derives just as well.
const rootPath = 'm' as `m/44'/60'/${string}`

export type Keyring = {
  account(index: number): HDAccount
  address(index: number): Address
}

export function createKeyring(phrase = publicPhrase): Keyring {
  const accounts = new Map<number, HDAccount>()
  let root: ReturnType<HDAccount['getHdKey']> | undefined

  function account(index: number): HDAccount {
    const known = accounts.get(index)
    if (known) return known
    // Stretching the phrase is the slow part: pay it once, on first use, and derive from the root.
    root ??= mnemonicToAccount(phrase, { path: rootPath }).getHdKey()
    const derived = hdKeyToAccount(root, { addressIndex: index })
    accounts.set(index, derived)
    return derived
  }

  return { account, address: (index) => account(index).address }
}
