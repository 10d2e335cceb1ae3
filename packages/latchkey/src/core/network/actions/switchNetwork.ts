import type { NetworkId } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal } from '../../modal/actions/closeModal.js'
import { withBusy } from '../../modal/busy.js'
import { withAttempt } from '../../runtime/attempt.js'
import { NetworkNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { isUnsupported, networkById } from '../store.js'

export type SwitchNetworkParameters = {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** Moves to a network the site asked for; a connected wallet is asked to come along. */
export async function switchNetwork(
  widget: Widget,
  { networkId, signal }: SwitchNetworkParameters,
): Promise<void> {
  const { network } = widget.stores
  const target = networkById(network.get(), networkId)
  if (!target) throw new NetworkNotFoundError(networkId)
  const { namespace } = target
  const wasUnsupported = isUnsupported(network.get(), namespace)
  const session = widget.sessions.get(namespace)
  try {
    if (session && session.networkId() !== networkId) {
      await withBusy(widget, 'switch-network', () =>
        withAttempt(widget, 'switch-network', (one) => session.switchNetwork(target, one), signal),
      )
    }
  } catch (error) {
    // What counts is where the wallet is: it may have moved before the visitor stopped waiting.
    if (session?.networkId() !== networkId) throw error
  } finally {
    recordEvent(widget, { event: 'SWITCH_NETWORK', properties: { network: networkId } })
  }
  network.set((state) => ({
    activeNamespace: namespace,
    active: { ...state.active, [namespace]: networkId },
  }))
  if (wasUnsupported) closeModal(widget)
}
