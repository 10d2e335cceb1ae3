import { referenceOf } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { withLoadingToast } from '../../modal/actions/loadingToast.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { AccountTypeError, NotLoggedInError } from '../../runtime/errors/login.js'
import { actionText } from '../../text/modal.js'
import type { Widget } from '../../widget.js'
import type { LoginUser } from '../store.js'
import { openLoginConnector } from './loginSession.js'

export type SetAccountTypeParameters = { readonly type: LoginUser['accountType'] }

/** The busy scope while the account type changes. */
export const accountTypeScope = 'account-type'

/** Switches between the two accounts of the embedded wallet (specification §4). */
export async function setAccountType(
  widget: Widget,
  { type }: SetAccountTypeParameters,
): Promise<void> {
  const { login, network } = widget.stores
  const { user, smartAccountNetworks = [] } = login.get()
  const networkId = network.get().active.eip155
  if (!user || !networkId) throw new NotLoggedInError()
  if (user.accountType === type) return
  const isEnabled = smartAccountNetworks.includes(Number(referenceOf(networkId)))
  if (type === 'smartAccount' && !isEnabled) throw new AccountTypeError()
  await withBusy(widget, accountTypeScope, () =>
    withLoadingToast(widget, actionText.switchingAccount, async () => {
      const { signal } = widget
      const connector = await openLoginConnector(widget)
      await connector.request('SET_PREFERRED_ACCOUNT', { type }, { signal })
      await connector.refresh(signal)
    }),
  )
  const properties = { accountType: type, network: networkId }
  recordEvent(widget, { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties })
}
