import { formatAmount } from '@latchkey/wire/amount'
import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { addNetwork } from '../core/actions/addNetwork.js'
import { raiseAlert } from '../core/actions/raiseAlert.js'
import { startPairing as offer } from '../core/actions/startPairing.js'
import { switchNetwork as moveTo } from '../core/actions/switchNetwork.js'
import { parseNetwork } from '../core/config/parseNetwork.js'
import * as alerts from '../core/errors/alerts.js'
import { isWidgetError } from '../core/errors/WidgetError.js'
import type { Headless } from '../core/headless/createHeadless.js'
import type { NetworkInput } from '../core/network.js'
import { pairingUri } from '../core/pairingUri.js'
import type { Widget } from '../core/widget.js'
import { accountOf, networkOf, type PublicAccount } from './publicState.js'

/** Calls of the facade that are more than one action, or that only sites make; fetched with the first of them. */

export { removeNetwork } from '../core/actions/removeNetwork.js'
export { signMessage } from '../core/actions/signMessage.js'

/** An unknown network raises an alert; what the wallet says is thrown only if the site wants it. */
export async function switchNetwork(
  widget: Widget,
  networkId: NetworkId,
  throwOnFailure: boolean,
): Promise<void> {
  try {
    await moveTo(widget, { networkId })
  } catch (error) {
    if (isWidgetError(error, 'network/not-found')) {
      raiseAlert(widget, alerts.SWITCH_NETWORK_NOT_FOUND)
    } else {
      widget.ports.log.warn('The network was not switched', error)
    }
    if (throwOnFailure) throw error
  }
}

export function offerNetwork(widget: Widget, namespace: Namespace, network: NetworkInput): void {
  const added = parseNetwork({ ...network, chainNamespace: namespace }, widget.config, 'network')
  addNetwork(widget, { network: added })
}

/** Resolves with the uri to show; `connected` settles with the wallet's answer. */
export async function startPairing(
  widget: Widget,
  signal: AbortSignal | undefined,
): Promise<{ uri: string; connected: Promise<PublicAccount> }> {
  const attempt = offer(widget, { signal })
  const uri = await pairingUri(widget, attempt)
  const connected = attempt.then(({ accounts }) => accountOf(widget, accounts[0]?.namespace))
  return { uri, connected }
}

/** Fetched by sites that draw their own lists. */
export async function headless(widget: Widget): Promise<Headless> {
  const { headlessOf } = await import('../core/headless/createHeadless.js')
  return headlessOf(widget)
}

/** The active account's native balance in whole units; undefined while nothing is connected. */
export async function readBalance(
  widget: Widget,
): Promise<{ balance: string; symbol: string } | undefined> {
  const { caipNetwork: network } = networkOf(widget)
  const { address } = accountOf(widget)
  if (!network || address === undefined) return undefined
  const { resourcesOf } = await import('../core/resources.js')
  const state = await resourcesOf(widget).balance.load({ address, network })
  if (state.status === 'failed') throw state.error
  if (state.status !== 'ready') return undefined
  const { symbol, decimals } = network.nativeCurrency
  return { balance: formatAmount(state.value, decimals), symbol }
}
