import { formatAmount } from '@latchkey/wire/amount'
import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { addNetwork as offer } from '../core/actions/addNetwork.js'
import { raiseAlert } from '../core/actions/raiseAlert.js'
import { removeNetwork as withdraw } from '../core/actions/removeNetwork.js'
import { signMessage as sign } from '../core/actions/signMessage.js'
import { startPairing as offerPairing } from '../core/actions/startPairing.js'
import { switchNetwork as moveTo } from '../core/actions/switchNetwork.js'
import { parseNetwork } from '../core/config/parseNetwork.js'
import type { ConnectionsState, PublicConnection } from '../core/connections/list.js'
import type {
  ConnectionChange,
  DeleteParameters,
  SwitchParameters,
} from '../core/connections/siteConnections.js'
import * as alerts from '../core/errors/alerts.js'
import { isWidgetError } from '../core/errors/WidgetError.js'
import type { Headless } from '../core/headless/createHeadless.js'
import type { NetworkInput } from '../core/network.js'
import { pairingUri } from '../core/pairingUri.js'
import type { Widget } from '../core/widget.js'
import { accountOf, networkOf, type PublicAccount } from './publicState.js'

/** Calls of the facade that are more than one action, or that only sites make; fetched with the first of them. */

/** What is done with several wallets is fetched by the sites that have them. */
const connections = () => import('../core/connections/siteConnections.js')

/** The wallets connected on a chain family. With `multiWallet` off: an alert, and none. */
export async function getConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  return (await connections()).getConnections(widget, namespace)
}

/** Wallets that were connected on a chain family and can be again. With `multiWallet` off: an alert, and none. */
export async function getRecentConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  return (await connections()).getRecentConnections(widget, namespace)
}

/**
 * Makes a wallet, or one account of it, the active one of its chain family. One that is connected is not
 * asked; one of the recent ones is: in the page right away, over the modal where a code or a login is
 * needed. With `multiWallet` off: an alert, and undefined.
 */
export async function switchConnection(
  widget: Widget,
  parameters: SwitchParameters,
): Promise<ConnectionChange | undefined> {
  return (await connections()).switchConnection(widget, parameters)
}

/**
 * Forgets an account of a wallet; a wallet that is connected is disconnected with it. With `multiWallet`
 * off: an alert, and undefined.
 */
export async function deleteConnection(
  widget: Widget,
  parameters: DeleteParameters,
): Promise<ConnectionChange | undefined> {
  return (await connections()).deleteConnection(widget, parameters)
}

/** Tells of every change, beginning with what is now. */
export async function watchConnections(
  widget: Widget,
  listener: (state: ConnectionsState) => void,
  asker: string,
): Promise<() => void> {
  return (await connections()).watchConnections(widget, listener, asker)
}

/**
 * Moves to one of the site's networks. An unknown one raises an alert and changes nothing; what
 * the wallet says reaches the caller only with `throwOnFailure`.
 */
export async function switchNetwork(
  widget: Widget,
  network: Pick<NetworkInput, 'id' | 'chainNamespace' | 'caipNetworkId'>,
  { throwOnFailure = false }: { throwOnFailure?: boolean } = {},
): Promise<void> {
  const networkId = network.caipNetworkId ?? caipId(network.chainNamespace, network.id)
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

/** Offers one more network. Rejects when no chain family speaks the namespace. */
export function addNetwork(widget: Widget, namespace: Namespace, network: NetworkInput): void {
  const added = parseNetwork({ ...network, chainNamespace: namespace }, widget.config, 'network')
  offer(widget, { network: added })
}

/** Offers a network no longer. Rejects when no chain family speaks the namespace. */
export function removeNetwork(widget: Widget, namespace: Namespace, id: number | string): void {
  withdraw(widget, { networkId: caipId(namespace, id) })
}

function caipId(namespace: Namespace = 'eip155', id: number | string): NetworkId {
  return `${namespace}:${id}`
}

/** Has the active account sign a text. */
export function signMessage(
  widget: Widget,
  message: string,
  options: { namespace?: Namespace; signal?: AbortSignal } = {},
): Promise<string> {
  return sign(widget, { message, ...options })
}

/**
 * Offers a pairing without our modal: resolves with the uri to show; `connected` settles when a
 * wallet takes it up or the signal withdraws it. `subscribePairing` tells of fresh uris.
 */
export async function startPairing(
  widget: Widget,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ uri: string; connected: Promise<PublicAccount> }> {
  const attempt = offerPairing(widget, { signal })
  const uri = await pairingUri(widget, attempt)
  const connected = attempt.then(({ accounts }) => accountOf(widget, accounts[0]?.namespace))
  return { uri, connected }
}

/**
 * Everything the modal does with wallets, for sites that draw their own: lists, search, connect, a
 * pairing uri and what becomes of it. Fetched with the first call; the modal is not.
 *
 * @example
 * const wallets = await latchkey.headless()
 * wallets.subscribe(({ wallets, pairingUri }) => draw(wallets, pairingUri))
 * await wallets.connect('io.metamask')
 */
export async function headless(widget: Widget): Promise<Headless> {
  const { headlessOf } = await import('../core/headless/createHeadless.js')
  return headlessOf(widget)
}

/** The active account's native balance in whole units; undefined without one, or where its family tells none. */
export async function getBalance(
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
