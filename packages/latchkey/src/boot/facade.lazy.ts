import { formatAmount } from '@latchkey/wire/amount'
import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { getBalances } from '../core/account/balance.js'
import { parseNetwork } from '../core/config/parseNetwork.js'
import { signMessage as sign } from '../core/connection/actions/signMessage.js'
import type {
  ConnectionChange,
  DeleteParameters,
  SwitchParameters,
} from '../core/connection/actions/siteConnections.js'
import type { ConnectionsState, PublicConnection } from '../core/connection/publicConnections.js'
import type { Headless } from '../core/headless/createHeadless.js'
import { raiseAlert } from '../core/modal/actions/raiseAlert.js'
import {
  switchNetwork as moveTo,
  addNetwork as offer,
  removeNetwork as withdraw,
} from '../core/network/actions/switchNetwork.js'
import type { NetworkInput } from '../core/network/network.js'
import {
  startPairing as offerPairing,
  waitForPairingUri,
} from '../core/pairing/actions/startPairing.js'
import * as alerts from '../core/runtime/errors/alerts.js'
import { isWidgetError } from '../core/runtime/errors/WidgetError.js'
import type { SiwxConfig, SiwxSession } from '../core/siwx/siwx.js'
import type { Widget } from '../core/widget.js'
import { getPublicAccount, getPublicNetwork, type PublicAccount } from './publicState.js'

/**
 * Facade calls that take more than one action or are rarely used; loaded on first use.
 * `latchkey.ts` documents each call.
 */

export { disconnectStored } from '../core/connection/actions/disconnectStored.js'
export { openView } from '../core/modal/actions/openView.js'

/** Loaded only on sites with several wallets. */
const connections = () => import('../core/connection/actions/siteConnections.js')

export async function getConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  return (await connections()).getConnections(widget, namespace)
}

export async function getRecentConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  return (await connections()).getRecentConnections(widget, namespace)
}

export async function switchConnection(
  widget: Widget,
  parameters: SwitchParameters,
): Promise<ConnectionChange | undefined> {
  return (await connections()).switchConnection(widget, parameters)
}

export async function deleteConnection(
  widget: Widget,
  parameters: DeleteParameters,
): Promise<ConnectionChange | undefined> {
  return (await connections()).deleteConnection(widget, parameters)
}

export async function watchConnections(
  widget: Widget,
  listener: (state: ConnectionsState) => void,
  caller: string,
): Promise<() => void> {
  return (await connections()).watchConnections(widget, listener, caller)
}

export async function switchNetwork(
  widget: Widget,
  network: Pick<NetworkInput, 'id' | 'chainNamespace' | 'caipNetworkId'>,
): Promise<void> {
  const networkId = network.caipNetworkId ?? caipId(network.chainNamespace, network.id)
  try {
    await moveTo(widget, { networkId })
  } catch (error) {
    if (isWidgetError(error, 'network/not-found')) {
      raiseAlert(widget, alerts.switchNetworkNotFound)
    }
    throw error
  }
}

export function addNetwork(widget: Widget, namespace: Namespace, network: NetworkInput): void {
  const added = parseNetwork({ ...network, chainNamespace: namespace }, widget.config, 'network')
  offer(widget, { network: added })
}

export function removeNetwork(widget: Widget, namespace: Namespace, id: number | string): void {
  withdraw(widget, { networkId: caipId(namespace, id) })
}

function caipId(namespace: Namespace = 'eip155', id: number | string): NetworkId {
  return `${namespace}:${id}`
}

export function signMessage(
  widget: Widget,
  message: string,
  options: { namespace?: Namespace; signal?: AbortSignal } = {},
): Promise<string> {
  return sign(widget, { message, ...options })
}

export async function getSiwx(widget: Widget): Promise<SiwxConfig | undefined> {
  return widget.siwx?.()
}

export async function signIn(
  widget: Widget,
  options?: { readonly signal?: AbortSignal | undefined },
): Promise<SiwxSession> {
  const { requestSignIn } = await import('../features/siwx/actions/requestSignIn.js')
  return requestSignIn(widget, options)
}

export async function signOut(widget: Widget): Promise<void> {
  await (await import('../features/siwx/actions/signOut.js')).signOut(widget)
}

export async function startPairing(
  widget: Widget,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ uri: string; connected: Promise<PublicAccount> }> {
  const attempt = offerPairing(widget, { signal })
  const uri = await waitForPairingUri(widget, attempt)
  const connected = attempt.then(({ accounts }) => getPublicAccount(widget, accounts[0]?.namespace))
  return { uri, connected }
}

export async function headless(widget: Widget): Promise<Headless> {
  const { getHeadless } = await import('../core/headless/createHeadless.js')
  return getHeadless(widget)
}

export function getLog({ ports }: Widget): string {
  return ports.log.read?.() ?? ''
}

export async function getBalance(
  widget: Widget,
): Promise<{ balance: string; symbol: string } | undefined> {
  const { caipNetwork: network } = getPublicNetwork(widget)
  const { address } = getPublicAccount(widget)
  // Specification §5: balances only on supported chains, and not on test networks.
  if (!network || network.isTestnet || address === undefined) return undefined
  const state = await getBalances(widget).load({ address, network })
  if (state.status === 'failed') throw state.error
  if (state.status !== 'ready') return undefined
  const { symbol, decimals } = network.nativeCurrency
  return { balance: formatAmount(state.value, decimals), symbol }
}
