import type { Namespace } from '@latchkey/wire/caip'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { getOrCreate } from '../../runtime/getOrCreate.js'
import type { Widget } from '../../widget.js'
import type { AnnouncedWallet, ConnectorId } from '../family.js'
import { connectedIn } from '../selectors.js'
import { connectionOf } from '../store.js'
import { connectWallet } from './connect.js'
import { dropSession } from './dropSession.js'

export type ConnectHostParameters = { readonly wallet: AnnouncedWallet }

/**
 * Connects the wallet the page runs in, without a word to the visitor. Tried once: whoever disconnects
 * it stays disconnected. What the visitor chose by hand stays; what was only restored gives way.
 */
export async function connectHost(
  widget: Widget,
  { wallet }: ConnectHostParameters,
): Promise<void> {
  const { namespace } = wallet
  const { tried } = getOrCreate(widget, createHosts)
  if (tried.has(wallet.id) || !isFree(widget, wallet)) return
  tried.add(wallet.id)
  // Not told: the wallet keeps what the visitor granted elsewhere.
  if (connectedIn(widget, namespace)) dropSession(widget, { namespace })
  await connectWallet(widget, { wallet })
  if (!connectedIn(widget)) setNamespace(widget, { namespace })
}

/** Notes a connection that an earlier page made, and nobody in this one. */
export function noteRestored(
  widget: Widget,
  { namespace, connectorId }: { readonly namespace: Namespace; readonly connectorId: ConnectorId },
): void {
  getOrCreate(widget, createHosts).restored.set(namespace, connectorId)
}

const createHosts = () => ({
  tried: new Set<ConnectorId>(),
  restored: new Map<Namespace, ConnectorId>(),
})

function isFree(widget: Widget, { id, namespace }: AnnouncedWallet): boolean {
  const state = connectionOf(widget.stores.connection.get(), namespace)
  if (state.status === 'disconnected') return true
  if (state.connectorId === id) return false
  return state.status === 'connecting'
    ? !widget.attempts.has(`connect:${namespace}`)
    : getOrCreate(widget, createHosts).restored.get(namespace) === state.connectorId
}
