import type { Namespace } from '@latchkey/wire/caip'
import { defaultNetwork } from '../../network/store.js'
import { getOrCreate } from '../../runtime/getOrCreate.js'
import type { Widget } from '../../widget.js'
import type { ChainSession, ConnectorId } from '../family.js'
import { connectionOf, disconnected, type EmbeddedWalletInfo, type WalletInfo } from '../store.js'

export type DropSessionParameters = { readonly namespace: Namespace }

/**
 * Forgets a namespace's connections without telling the wallets, and goes back to the default network
 * (specification §4).
 */
export function dropSession(widget: Widget, { namespace }: DropSessionParameters): void {
  const { connection, network } = widget.stores
  const live = liveConnections(widget)
  widget.sessions.delete(namespace)
  for (const one of live) {
    if (one.namespace !== namespace) continue
    live.delete(one)
    void one.session.end({ tellWallet: false })
  }
  widget.ports.storage.remove(`${namespace}:account_choice_cache`)
  if (connectionOf(connection.get(), namespace) === disconnected) return
  connection.set({ [namespace]: disconnected })
  widget.ports.storage.remove(`${namespace}:network_cache`)
  const state = network.get()
  const id = defaultNetwork(state, namespace)?.id
  if (id) network.set({ active: { ...state.active, [namespace]: id } })
}

/** A connection that is up: the active one of its namespace, or one that is kept beside it. */
export type LiveConnection = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly wallet: WalletInfo
  readonly session: ChainSession
  /** Of the embedded wallet: read again whenever the session changes. */
  readonly embedded?: (() => EmbeddedWalletInfo | undefined) | undefined
}

/** Every connection that is up, in the order they were made. `widget.sessions` tells the active ones. */
export function liveConnections(widget: Widget): Set<LiveConnection> {
  return getOrCreate(widget, createLive)
}

function createLive(): Set<LiveConnection> {
  return new Set()
}

export function isActive({ sessions }: Widget, { namespace, session }: LiveConnection): boolean {
  return sessions.get(namespace) === session
}

export function isLive(widget: Widget, namespace: Namespace, connectorId: ConnectorId): boolean {
  return [...liveConnections(widget)].some(
    (one) => one.namespace === namespace && one.connectorId === connectorId,
  )
}
