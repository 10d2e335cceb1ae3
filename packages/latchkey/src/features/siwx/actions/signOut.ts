import { disconnect } from '../../../core/connection/actions/disconnect.js'
import { SignInNotConfiguredError, SignInTimeoutError } from '../../../core/runtime/errors/siwx.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import { getSignInAccount } from '../../../core/siwx/signInAccount.js'
import type { Widget } from '../../../core/widget.js'

/** Deletes the session of the active account. Disconnects too if the site requires a sign-in. */
export async function signOut(widget: Widget): Promise<void> {
  const { siwx, stores, ports, signal } = widget
  if (!siwx) throw new SignInNotConfiguredError()
  const account = getSignInAccount(widget)
  if (!account) return
  const late = () => new SignInTimeoutError()
  await withTimeout(ports.clock, { limit: limits.signInCallWait, late, signal }, async () =>
    (await siwx()).revokeSession(account.chainId, account.accountAddress),
  )
  if (stores.siwx.get().account !== account.id) return
  stores.siwx.set({ status: 'unsigned', session: undefined, message: undefined })
  if (stores.siwx.get().isRequired) {
    await disconnect(widget, { namespace: stores.network.get().activeNamespace })
  }
}
