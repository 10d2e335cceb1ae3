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
  /** Of the embedded wallet: who is signed in, and by which login (`email` or a social provider). */
  readonly identifier?: string | undefined
  readonly social?: string | undefined
}

/** The login behind an account of the embedded wallet. */
export type EmbeddedWalletInfo = {
  readonly user: {
    readonly email?: string | undefined
    readonly username?: string | undefined
    /** On EVM chains the key's own and, where there can be one, the smart account. */
    readonly accounts?: readonly LoginAccount[] | undefined
  }
  readonly authProvider: string
  readonly accountType: 'eoa' | 'smartAccount'
  readonly isSmartAccountDeployed: boolean
}

/** A wallet that is connected on one chain family. */
export type WalletConnection = {
  readonly connectorId: ConnectorId
  readonly wallet: WalletInfo
  readonly accounts: readonly Account[]
  readonly active: Account
  /** Networks the wallet agreed to; undefined when it takes any. */
  readonly approvedNetworks: readonly string[] | undefined
  readonly embedded?: EmbeddedWalletInfo | undefined
}

/**
 * One chain family's connection.
 *
 *     disconnected ──connect──▶ connecting ──▶ connected ──disconnect, wallet hangs up──▶ disconnected
 *      a reload with a stored wallet ──┘ └──refused, cancelled, failed──▶ what it was before
 */
type NamespaceConnection =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly connectorId: ConnectorId }
  | (WalletConnection & {
      readonly status: 'connected'
      /** Wallets that stay connected beside this one, where the site keeps several. */
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

/** The connection of a namespace, the active one by default, if it is up. */
export function getConnection(widget: Widget, namespace?: Namespace): Connected | undefined {
  const { connection, network } = widget.stores
  const state = getConnectionState(connection.get(), namespace ?? network.get().activeNamespace)
  return state.status === 'connected' ? state : undefined
}

export function isAnyConnected(state: ConnectionState): boolean {
  return Object.values(state).some((connection) => connection.status === 'connected')
}
