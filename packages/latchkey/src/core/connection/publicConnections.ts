import type { Namespace } from '@latchkey/wire/caip'
import { type SocialProvider, socialProviders } from '../config/features.js'
import { getConnectMethods, loginConnectorId, loginNamespaces } from '../login/login.js'
import type { LoginAccount } from '../login/store.js'
import type { Route } from '../modal/views.js'
import type { Network } from '../network/network.js'
import { getNetworkById } from '../network/store.js'
import { pairingConnectorId } from '../pairing/pairing.js'
import { titles } from '../text/titles.js'
import { findAnnouncedWallet } from '../wallets/store.js'
import type { Widget } from '../widget.js'
import { type Connection, connectionsOf, isActive } from './actions/connections.js'
import type { Account, ConnectorId, ConnectorType } from './family.js'
import { readStoredConnections, type StoredConnection } from './storedConnections.js'

/** A wallet of the visitor's, as sites see it: one that is connected, or one that was. */
export type PublicConnection = {
  readonly connectorId: ConnectorId
  readonly name: string
  readonly icon?: string | undefined
  readonly type: ConnectorType
  /** Of the embedded wallet on EVM chains both: the key's own and the smart account, the active one first. */
  readonly accounts: readonly Pick<Account, 'address' | 'type'>[]
  /** The one requests go out with. */
  readonly isActive: boolean
  /** The network the wallet is on, if the site works with it. */
  readonly caipNetwork?: Network | undefined
  readonly networkIcon?: string | undefined
  /** Of the embedded wallet: by which login. */
  readonly auth?: { readonly name: string } | undefined
}

type ByNamespace = { readonly [namespace in Namespace]?: readonly PublicConnection[] }

/** Wallets that are connected, and wallets that were, by chain family. */
export type ConnectionsState = {
  readonly connections: ByNamespace
  readonly recentConnections: ByNamespace
}

/** Wallets that are up, in the order they were connected. */
export function getPublicConnections(
  widget: Widget,
  namespace: Namespace,
): readonly PublicConnection[] {
  return [...connectionsOf(widget)].flatMap((live) => {
    if (live.namespace !== namespace) return []
    const { connectorId, session, wallet } = live
    const caipNetwork = getNetworkById(widget.stores.network.get(), session.networkId())
    return {
      connectorId,
      name: wallet.name,
      icon: wallet.icon,
      type: wallet.type,
      accounts: [...session.accounts(), ...getOtherLoginAccounts(widget, live)],
      isActive: isActive(widget, live),
      caipNetwork,
      networkIcon: caipNetwork?.imageUrl,
      auth: wallet.type === 'AUTH' ? { name: wallet.social ?? 'email' } : undefined,
    }
  })
}

/**
 * The one of a login's two accounts that is not in use. A session has only the one that is: the frame
 * signs with nothing else until it is told to go over.
 */
export function getOtherLoginAccounts(
  widget: Widget,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): readonly LoginAccount[] {
  const { user } = widget.stores.login.get()
  if (connectorId !== loginConnectorId || namespace !== 'eip155' || !user) return []
  return user.accounts?.filter(({ type }) => type !== user.accountType) ?? []
}

/** Accounts that were connected, are not now, and can be asked for again here; the newest first. */
export function getPublicRecentConnections(
  widget: Widget,
  namespace: Namespace,
): readonly PublicConnection[] {
  const live = getPublicConnections(widget, namespace)
  return (readStoredConnections(widget)[namespace] ?? []).toReversed().flatMap((stored) => {
    const how = waysBack(widget, namespace, stored)
    // A wallet that is up shows what it has itself.
    if (!how || live.some(({ connectorId }) => connectorId === stored.connectorId)) return []
    const accounts = stored.accounts.map(({ address, type = 'eoa' }) => ({ address, type }))
    const { connectorId, auth } = stored
    return { connectorId, isActive: false, accounts, auth, ...how }
  })
}

/** What the wallet can be reached by, if it can. */
function waysBack(
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
    const isServed = (loginNamespaces as readonly Namespace[]).includes(namespace)
    const isOffered = isServed && getConnectMethods(widget).some((method) => method !== 'wallet')
    return isOffered ? { name: loginConnectorId, type: 'AUTH' } : undefined
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

/** The view in which an earlier connection is made again. */
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
  if (connectorId === loginConnectorId) return login(auth?.name)
  return { view: 'ConnectingExternal', params: { connectorId, namespace } }
}

function login(name: string | undefined): Route {
  if (name === 'farcaster') return { view: 'ConnectingFarcaster', params: undefined }
  const provider = socialProviders.find((one): one is SocialProvider => one === name)
  return provider
    ? { view: 'ConnectingSocial', params: { provider } }
    : { view: 'EmailLogin', params: undefined }
}
