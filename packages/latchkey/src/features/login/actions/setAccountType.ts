import { referenceOf } from '@latchkey/wire/caip'
import { recordEvent } from '../../../core/actions/recordEvent.js'
import { withBusy } from '../../../core/busy.js'
import { AccountTypeError, NotLoggedInError } from '../../../core/errors/login.js'
import { openLogin } from '../../../core/openLogin.js'
import type { Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'

export type SetAccountTypeParameters = { readonly type: 'eoa' | 'smartAccount' }

/** Makes the other of the embedded wallet's two accounts the active one (specification §4). */
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
  const flow = loginFlow(widget)
  flow.set({ isSwitchingType: true })
  try {
    await withBusy(widget, 'account-type', async () => {
      const { signal } = widget
      const connector = await openLogin(widget)
      await connector.request('SET_PREFERRED_ACCOUNT', { type }, { signal })
      await connector.refresh(signal)
    })
    const properties = { accountType: type, network: networkId }
    recordEvent(widget, { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties })
  } finally {
    flow.set({ isSwitchingType: false })
  }
}
