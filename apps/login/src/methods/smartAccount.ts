import { LoginError } from '../loginError.js'
import type { Frame, Method } from './frame.js'
import { preferredOf } from './readUser.js'

/** The smart account's address on the active chain; its first operation deploys it. */
export const initSmartAccount: Method<'INIT_SMART_ACCOUNT'> = async (frame) => {
  const { chainId } = frame.preferences
  assertSmartAccounts(frame, chainId)
  const signedIn = await frame.account.signedIn()
  const { signal } = signedIn
  const wallet = await signedIn.wallet()
  const account = (await wallet.accounts(chainId, signal)).find(
    ({ type }) => type === 'smartAccount',
  )
  if (!account) throw noSmartAccounts()
  return { address: account.address, isDeployed: await wallet.isDeployed(chainId, signal) }
}

function assertSmartAccounts({ settings }: Frame, chainId: string): void {
  if (!settings.chains.some(({ id, hasBundler }) => id === chainId && hasBundler)) {
    throw noSmartAccounts()
  }
}

const noSmartAccounts = () =>
  new LoginError({ code: 'not-allowed', message: 'This network has no smart accounts' })

/** Smart accounts need a network that supports them; the EOA works everywhere. */
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
