import type { Widget } from '../../widget.js'
import { isSessionOf } from '../sessions.js'
import { getSignInAccount } from '../signInAccount.js'
import type { SiwxSession } from '../siwx.js'

export type SetSessionParameters = { readonly session: SiwxSession }

/** Marks the active account as signed in. Returns false, and changes nothing, for another account. */
export function setSession(widget: Widget, { session }: SetSessionParameters): boolean {
  const account = getSignInAccount(widget)
  if (!account || !isSessionOf(session, account)) return false
  widget.stores.siwx.set({
    status: 'signed',
    account: account.id,
    session,
    message: undefined,
    failure: undefined,
    lastSignedNetwork: account.chainId,
  })
  return true
}
