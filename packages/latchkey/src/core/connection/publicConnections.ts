import type { Namespace } from '@latchkey/wire/caip'
import { type SocialProvider, socialProviders } from '../config/features.js'
import { getConnectMethods, loginConnectorId, loginNamespaces } from '../login/login.js'
import type { LoginAccount } from '../login/store.js'
import type { Route } from '../modal/views.js'
import type { Network } from '../network/network.js'
import { getNetworkById } from '../network/store.js'
import { pairingConnectorId } from '../pairing/store.js'
import { titles } from '../text/titles.js'
import { findAnnouncedWallet } from '../wallets/store.js'
import type { Widget } from '../widget.js'
import { type Connection, connectionsOf, isActive } from './actions/connections.js'
import type { Account, ConnectorId, ConnectorType } from './family.js'
import { readStoredConnections, type StoredConnection } from './storedConnections.js'

/** A wallet as sites see it: connected now, or connected before. */
export type PublicConnection = {
  readonly connectorId: ConnectorId
  readonly name: string
  readonly icon?: string | undefined
  readonly type: ConnectorType
  /** The embedded wallet has two on EVM chains: its own and the smart account, the active one first. */
  readonly accounts: readonly Pick<Account, 'address' | 'type'>[]
  /** Whether requests go to this wallet. */
  readonly isActive: boolean
  /** The network of the wallet, if the site supports it. */
  readonly caipNetwork?: Network | undefined
  readonly networkIcon?: string | undefined
  /** Only for the embedded wallet: the log-in method. */
  readonly auth?: { readonly name: string } | undefined
}

type ByNamespace = { readonly [namespace in Namespace]?: readonly PublicConnection[] }

/** Connected wallets and earlier ones, by namespace. */
export type ConnectionsState = {
  readonly connections: ByNamespace
  readonly recentConnections: ByNamespace
}

/** The connected wallets, oldest first. */
export function getPublicConnections(
  widget: Widget,
  namespace: Namespace,
): readonly PublicConnection[] {
  return [...connectionsOf(widget)].flatMap((connection) => {
    if (connection.namespace !== namespace) return []
    const { connectorId, session, wallet } = connection
    const caipNetwork = getNetworkById(widget.stores.network.get(), session.networkId())
    return {
      connectorId,
      name: wallet.name,
      icon: wallet.icon,
      type: wallet.type,
      accounts: [...session.accounts(), ...getOtherLoginAccounts(widget, connection)],
      isActive: isActive(widget, connection),
      caipNetwork,
      networkIcon: caipNetwork?.imageUrl,
      auth: wallet.type === 'AUTH' ? { name: wallet.social ?? 'email' } : undefined,
    }
  })
}

/**
 * The account of the embedded wallet that is not in use. The session has only the other one, because the
 * frame signs with one account at a time.
 */
export function getOtherLoginAccounts(
  widget: Widget,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): readonly LoginAccount[] {
  const { user } = widget.stores.login.get()
  if (connectorId !== loginConnectorId || namespace !== 'eip155' || !user) return []
  return user.accounts?.filter(({ type }) => type !== user.accountType) ?? []
}

/** Earlier wallets that can be connected again on this page, newest first. */
export function getPublicRecentConnections(
  widget: Widget,
  namespace: Namespace,
): readonly PublicConnection[] {
  const connected = getPublicConnections(widget, namespace)
  return (readStoredConnections(widget)[namespace] ?? []).toReversed().flatMap((stored) => {
    const info = getReconnectInfo(widget, namespace, stored)
    if (!info || connected.some(({ connectorId }) => connectorId === stored.connectorId)) return []
    const accounts = stored.accounts.map(({ address, type = 'eoa' }) => ({ address, type }))
    const { connectorId, auth } = stored
    return { connectorId, isActive: false, accounts, auth, ...info }
  })
}

/** Undefined if the wallet cannot be connected on this page. */
function getReconnectInfo(
  widget: Widget,
  namespace: Namespace,
  { connectorId, name, icon }: StoredConnection,
): Pick<PublicConnection, 'name' | 'icon' | 'type'> | undefined {
  const { config, stores } = widget
  if (connectorId === pairingConnectorId) {
    if (!config.pairing) return undefined
    return { name: name ?? titles.pairing, icon, type: 'WALLET_CONNECT' }
  }
  if (connectorId === loginConnectorId) {
    const isSupported = (loginNamespaces as readonly Namespace[]).includes(namespace)
    const isAvailable =
      isSupported && getConnectMethods(widget).some((method) => method !== 'wallet')
    return isAvailable ? { name: loginConnectorId, type: 'AUTH' } : undefined
  }
  const wallet = findAnnouncedWallet(stores.registry.get(), connectorId, namespace)
  return (
    wallet && {
      name: wallet.name,
      icon: config.connectorImages[connectorId] ?? wallet.icon,
      type: wallet.type,
    }
  )
}

/** The view that connects an earlier wallet again. */
export function getReconnectRoute({
  connectorId,
  auth,
  namespace,
}: {
  readonly connectorId: ConnectorId
  readonly auth?: PublicConnection['auth']
  readonly namespace: Namespace
}): Route {
  if (connectorId === pairingConnectorId) return { view: 'ConnectingWalletConnect', params: {} }
  if (connectorId === loginConnectorId) return getLoginRoute(auth?.name)
  return { view: 'ConnectingExternal', params: { connectorId, namespace } }
}

function getLoginRoute(name: string | undefined): Route {
  if (name === 'farcaster') return { view: 'ConnectingFarcaster', params: undefined }
  const provider = socialProviders.find((one): one is SocialProvider => one === name)
  return provider
    ? { view: 'ConnectingSocial', params: { provider } }
    : { view: 'EmailLogin', params: undefined }
}
