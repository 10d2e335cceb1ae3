import type { NetworkId } from '@latchkey/wire/caip'
import { connectedIn } from '../../connection/selectors.js'
import { goBack } from '../../modal/actions/goBack.js'
import { navigate } from '../../modal/actions/navigate.js'
import { currentRoute } from '../../modal/router.js'
import { NetworkNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { networkById } from '../store.js'
import { switchNetwork } from './switchNetwork.js'

export type ChooseNetworkParameters = { readonly networkId: NetworkId }

/** What follows when the visitor picks a network: nothing, a switch, a question or a new wallet. */
export async function chooseNetwork(
  widget: Widget,
  { networkId }: ChooseNetworkParameters,
): Promise<void> {
  const state = widget.stores.network.get()
  const target = networkById(state, networkId)
  if (!target) throw new NetworkNotFoundError(networkId)
  const { namespace } = target
  const isThere = state.activeNamespace === namespace && state.active[namespace] === networkId
  if (isThere) return goBack(widget)
  if (connectedIn(widget, namespace)) {
    navigate(widget, { view: 'SwitchNetwork', params: { networkId } })
  } else if (namespace !== state.activeNamespace && connectedIn(widget)) {
    navigate(widget, { view: 'SwitchActiveChain', params: { namespace, networkId } })
  } else {
    await switchNetwork(widget, { networkId })
    if (currentRoute(widget.stores.router.get()).view === 'Networks') goBack(widget)
  }
}
