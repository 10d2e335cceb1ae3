import type { NetworkId } from '@latchkey/wire/caip'
import { navigate } from '../../modal/actions/navigate.js'
import type { Widget } from '../../widget.js'
import { switchNetwork } from './switchNetwork.js'

export type SwitchActiveChainParameters = { readonly networkId: NetworkId }

/** Goes over to another chain family, for which a wallet is still to be connected. */
export async function switchActiveChain(
  widget: Widget,
  { networkId }: SwitchActiveChainParameters,
): Promise<void> {
  await switchNetwork(widget, { networkId })
  const { modal, network } = widget.stores
  modal.set({ namespace: network.get().activeNamespace })
  navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
}
