import {
  type AccountId,
  type Namespace,
  type NetworkId,
  referenceOf,
  toAccountId,
} from '@latchkey/wire/caip'
import type { Account } from '../core/connection/family.js'
import {
  type ConnectionStatus,
  type EmbeddedWalletInfo,
  getConnection,
  getConnectionState,
  type WalletInfo,
} from '../core/connection/store.js'
import type { Network } from '../core/network/network.js'
import { getActiveNetwork } from '../core/network/store.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import type { SiwxState } from '../core/siwx/store.js'
import type { Widget } from '../core/widget.js'

/** The account of a chain family. */
export type PublicAccount = {
  /** All accounts the wallet shares. */
  readonly allAccounts: readonly Account[]
  /** The account id in CAIP-10 form. */
  readonly caipAddress: AccountId | undefined
  /** The address of the active account. */
  readonly address: string | undefined
  readonly isConnected: boolean
  readonly status: ConnectionStatus
  /** Only while the embedded wallet is connected. */
  readonly embeddedWalletInfo?: EmbeddedWalletInfo | undefined
}

/** The modal's state, and the active network and chain family. */
export type PublicState = {
  /** An operation is pending in the modal. */
  readonly loading: boolean
  readonly open: boolean
  /** The id of the active network, in CAIP-2 form. */
  readonly selectedNetworkId: NetworkId | undefined
  /** The active chain family. */
  readonly activeChain: Namespace
  /** Stored connections are restored or have failed. */
  readonly initialized: boolean
}

/** The active network. */
export type PublicNetwork = {
  /** Undefined while the wallet is on a network the site does not support. */
  readonly caipNetwork: Network | undefined
  /** A number on EVM chains, the CAIP-2 reference elsewhere. */
  readonly chainId: number | string | undefined
  /** The id of the active network, in CAIP-2 form. */
  readonly caipNetworkId: NetworkId | undefined
}

/** Sign-in of the active account on the active network. */
export type SignInState = {
  /** `off` while no account is connected on a supported network. */
  readonly status: SiwxState['status']
  readonly session: SiwxSession | undefined
}

export function getSignInState(widget: Widget): SignInState {
  const { connection, network, siwx } = widget.stores
  const { status, session } = siwx.get()
  const { status: connectionStatus } = getConnectionState(
    connection.get(),
    network.get().activeNamespace,
  )
  // The code that checks may still be loading.
  const isUnchecked =
    status === 'off' &&
    widget.siwx &&
    connectionStatus !== 'disconnected' &&
    getActiveNetwork(network.get())
  return { status: isUnchecked ? 'checking' : status, session }
}

export function getPublicAccount(widget: Widget, namespace?: Namespace): PublicAccount {
  const { connection, network } = widget.stores
  const chosen = namespace ?? network.get().activeNamespace
  const connected = getConnection(widget, chosen)
  const networkId = network.get().active[chosen]
  const address = connected?.active.address
  return {
    allAccounts: connected?.accounts ?? [],
    caipAddress: networkId && connected && toAccountId(networkId, connected.active.address),
    address,
    isConnected: connected !== undefined,
    status: getConnectionState(connection.get(), chosen).status,
    ...(connected?.embedded && { embeddedWalletInfo: connected.embedded }),
  }
}

export function getPublicState(widget: Widget): PublicState {
  const { modal, network, settings } = widget.stores
  const { activeNamespace, active } = network.get()
  return {
    loading: modal.get().busy.length > 0,
    open: modal.get().isOpen,
    selectedNetworkId: active[activeNamespace],
    activeChain: activeNamespace,
    initialized: settings.get().isReady,
  }
}

export function getPublicNetwork(widget: Widget): PublicNetwork {
  const state = widget.stores.network.get()
  const caipNetworkId = state.active[state.activeNamespace]
  return { caipNetwork: getActiveNetwork(state), chainId: chainIdOf(caipNetworkId), caipNetworkId }
}

/** A number for EVM chains, as EVM libraries use; the CAIP-2 reference elsewhere. */
function chainIdOf(id: NetworkId | undefined): number | string | undefined {
  if (id === undefined) return undefined
  const reference = referenceOf(id)
  return id.startsWith('eip155:') ? +reference : reference
}

export function getPublicWalletInfo(widget: Widget, namespace?: Namespace): WalletInfo | undefined {
  return getConnection(widget, namespace)?.wallet
}
