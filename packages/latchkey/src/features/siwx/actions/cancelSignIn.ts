import { namespaceOf } from '@latchkey/wire/caip'
import { disconnect } from '../../../core/connection/actions/disconnect.js'
import { getConnection } from '../../../core/connection/store.js'
import { closeModal } from '../../../core/modal/actions/navigation.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import { cancelAttempt } from '../../../core/runtime/attempt.js'
import { SignInTimeoutError } from '../../../core/runtime/errors/siwx.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import { recordSignInEvent } from '../../../core/siwx/recordSignInEvent.js'
import { whenSignedIn } from '../../../core/siwx/whenSignedIn.js'
import type { Widget } from '../../../core/widget.js'

/**
 * Ends the sign-in without a session. If the site requires one, goes back to the network that was signed
 * in last, or disconnects.
 */
export async function cancelSignIn(widget: Widget): Promise<void> {
  const { siwx, network } = widget.stores
  const { status, isRequired, account } = siwx.get()
  if (status !== 'unsigned' && status !== 'signing') return
  recordSignInEvent(widget, 'CLICK_CANCEL_SIWX')
  if (!isRequired) {
    closeModal(widget)
    return
  }
  siwx.set({ status: 'cancelling', failure: undefined })
  cancelAttempt(widget, 'sign-in')
  if (await returnToSignedNetwork(widget)) return
  // The account may have changed or signed in elsewhere while the wallet was asked to switch.
  if (siwx.get().status !== 'cancelling' || siwx.get().account !== account) return
  try {
    await disconnect(widget, { namespace: network.get().activeNamespace })
  } finally {
    if (siwx.get().status === 'cancelling') siwx.set({ status: 'unsigned' })
  }
}

/** Returns false if there is no such network, or the wallet does not switch. */
async function returnToSignedNetwork(widget: Widget): Promise<boolean> {
  const { siwx, network } = widget.stores
  const { lastSignedNetwork: networkId } = siwx.get()
  if (!networkId || !widget.siwx) return false
  const { activeNamespace, active } = network.get()
  if (networkId === active[activeNamespace]) return false
  const address = getConnection(widget, namespaceOf(networkId))?.active.address
  if (address === undefined) return false
  try {
    const config = await widget.siwx()
    const late = () => new SignInTimeoutError()
    const sessions = await withTimeout(
      widget.ports.clock,
      { limit: limits.signInCallWait, late, signal: widget.signal },
      async () => config.getSessions(networkId, address),
    )
    if (sessions.length === 0) return false
    await switchNetwork(widget, { networkId })
  } catch (error) {
    widget.ports.log.warn('Could not go back to the signed-in network', error)
    return false
  }
  whenSignedIn(widget, () => closeModal(widget))
  return true
}
