import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { connectedIn } from '../../connection/selectors.js'
import { navigate } from '../../modal/actions/navigate.js'
import { NoLoginAddressError } from '../../runtime/errors/login.js'
import type { Widget } from '../../widget.js'
import { adoptLogin } from './adoptLogin.js'

export type SwitchLoginParameters = {
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Connects the embedded wallet on the chain family of a network, then goes there (specification §4). */
export async function switchLogin(
  widget: Widget,
  { networkId, signal }: SwitchLoginParameters,
): Promise<void> {
  await adoptLogin(widget, { signal })
  if (!connectedIn(widget, namespaceOf(networkId))) throw new NoLoginAddressError()
  navigate(widget, { view: 'SwitchNetwork', params: { networkId }, how: 'replace' })
}
