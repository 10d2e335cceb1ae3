import { LoginFault } from '../loginFault.js'
import type { Frame, Method } from './frame.js'

/** Where the smart account is on the active chain; its code gets there with its first operation. */
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

export function assertSmartAccounts({ settings }: Frame, chainId: string): void {
  if (!settings.chains.some(({ id, hasBundler }) => id === chainId && hasBundler)) {
    throw noSmartAccounts()
  }
}

const noSmartAccounts = () =>
  new LoginFault({ code: 'not-allowed', message: 'This network has no smart accounts' })
