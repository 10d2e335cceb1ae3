import type { Namespace } from '@latchkey/wire/caip'
import type { LoginAccount } from '../login/store.js'
import { createStore, type Store } from '../runtime/createStore.js'
import type { Widget } from '../widget.js'
import type { Account, ConnectorId, ConnectorType } from './family.js'

export type ConnectionStatus = 'connecting' | 'connected' | 'disconnected'

/** The wallet behind a connection, as sites and views show it. */
export type WalletInfo = {
  readonly name: string
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  readonly type: ConnectorType
  /** Only for the embedded wallet: the user, and the log-in method (`email` or a social provider). */
  readonly identifier?: string | undefined
  readonly social?: string | undefined
}

/** The log-in of the embedded wallet. */
export type EmbeddedWalletInfo = {
  readonly user: {
    readonly email?: string | undefined
    readonly username?: string | undefined
    /** On EVM chains: its own account and the smart account, if the network supports one. */
    readonly accounts?: readonly LoginAccount[] | undefined
  }
  readonly authProvider: string
  readonly accountType: 'eoa' | 'smartAccount'
  readonly isSmartAccountDeployed: boolean
}

/** A wallet connected in one namespace. */
export type WalletConnection = {
  readonly connectorId: ConnectorId
  readonly wallet: WalletInfo
  readonly accounts: readonly Account[]
  readonly active: Account
  /** Networks the wallet approved; undefined if it accepts any. */
  readonly approvedNetworks: readonly string[] | undefined
  readonly embedded?: EmbeddedWalletInfo | undefined
}

/**
 * The connection of one namespace.
 *
 *     disconnected ──connect──▶ connecting ──▶ connected ──disconnect, wallet disconnects──▶ disconnected
 *      a reload with a stored wallet ──┘ └──rejected, cancelled, failed──▶ what it was before
 */
type NamespaceConnection =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly connectorId: ConnectorId }
  | (WalletConnection & {
      readonly status: 'connected'
      /** Further connected wallets, if the site allows several. */
      readonly others?: readonly WalletConnection[] | undefined
    })

export type ConnectionState = { readonly [namespace in Namespace]?: NamespaceConnection }

export function createConnectionStore(initial: ConnectionState = {}): Store<ConnectionState> {
  return createStore<ConnectionState>(initial)
}

export function getConnectionState(state: ConnectionState, namespace: Namespace | undefined) {
  return (namespace && state[namespace]) || disconnected
}

export const disconnected: NamespaceConnection = { status: 'disconnected' }

export type Connected = Extract<NamespaceConnection, { status: 'connected' }>

/** The connection of a namespace, by default the active one; undefined unless connected. */
export function getConnection(widget: Widget, namespace?: Namespace): Connected | undefined {
  const { connection, network } = widget.stores
  const state = getConnectionState(connection.get(), namespace ?? network.get().activeNamespace)
  return state.status === 'connected' ? state : undefined
}

export function isAnyConnected(state: ConnectionState): boolean {
  return Object.values(state).some((connection) => connection.status === 'connected')
}
