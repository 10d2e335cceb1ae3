import type { Method } from './frame.js'
import { assertSmartAccounts } from './initSmartAccount.js'
import { preferredOf } from './readUser.js'

/** A smart account only where the network has them; the plain one everywhere. */
export const setPreferredAccount: Method<'SET_PREFERRED_ACCOUNT'> = async (frame, { type }) => {
  const { preferences } = frame
  const { chainId } = preferences
  if (type === 'smartAccount') assertSmartAccounts(frame, chainId)
  const signedIn = await frame.account.signedIn()
  const wallet = await signedIn.wallet()
  const accounts = await wallet.accounts(chainId, signedIn.signal)
  await preferences.change({ accountType: type })
  const { address } = preferredOf(accounts, type)
  return { type, address }
}
