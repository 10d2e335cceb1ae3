import type { Namespace } from '@latchkey/wire/caip'
import { getOrCreate } from '../runtime/getOrCreate.js'
import type { Widget } from '../widget.js'
import type { ChainSession, ConnectorId } from './family.js'
import type { EmbeddedWalletInfo, WalletInfo } from './store.js'

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
