import type { Namespace } from '@latchkey/wire/caip'
import { setNamespace } from '../../network/actions/activeNetwork.js'
import { watch } from '../../runtime/createStore.js'
import * as limits from '../../runtime/limits.js'
import { findAnnouncedWallet } from '../../wallets/store.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { restoreNetwork } from '../effects/syncStoredConnections.js'
import type { AnnouncedWallet, ConnectorId } from '../family.js'
import { getConnection, getConnectionState } from '../store.js'
import { addConnection, getAttachParameters } from './addConnection.js'
import type { Claim } from './claims.js'
import { connectWallet, openTransport } from './connect.js'
import { clearConnections } from './connections.js'

type ConnectHostParameters = { readonly wallet: AnnouncedWallet }

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
  if (getConnection(widget, namespace)) clearConnections(widget, { namespace })
  await connectWallet(widget, { wallet })
  if (!getConnection(widget)) setNamespace(widget, { namespace })
}

/** Notes a connection that an earlier page made, and nobody in this one. */
function noteRestored(
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
  const state = getConnectionState(widget.stores.connection.get(), namespace)
  if (state.status === 'disconnected') return true
  if (state.connectorId === id) return false
  return state.status === 'connecting'
    ? !widget.attempts.has(`connect:${namespace}`)
    : getOrCreate(widget, createHosts).restored.get(namespace) === state.connectorId
}

type ReconnectAnnouncedParameters = {
  readonly claim: Claim
  readonly connectorId: ConnectorId
  /** Beside the active connection, if there is one. */
  readonly beside?: boolean | undefined
}

/** Restores the connection to a wallet in the page, once that is there. Ends with its claim. */
export async function reconnectAnnounced(
  widget: Widget,
  { claim, connectorId, beside }: ReconnectAnnouncedParameters,
): Promise<void> {
  const { namespace } = claim
  const signal = AbortSignal.any([claim.signal, widget.signal])
  const [wallet, adapter] = await Promise.all([
    announcement(widget, { connectorId, namespace, signal }),
    widget.families.get(namespace)?.loadAdapter(),
  ])
  if (!claim.isCurrent()) return
  if (!beside) restoreNetwork(widget, namespace)
  const session =
    wallet &&
    (await adapter?.attach({
      transport: await openTransport(widget, wallet),
      mode: 'silent',
      ...getAttachParameters(widget, namespace),
      signal,
    }))
  if (!session) return
  const { name, icon, rdns, type } = wallet
  const isAdopted = addConnection(widget, {
    claim,
    namespace,
    connectorId,
    session,
    beside,
    wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
  })
  if (isAdopted && !beside) noteRestored(widget, { namespace, connectorId })
}

/** The wallet once it is announced; wallets may come a little after the page. */
async function announcement(
  widget: Widget,
  {
    connectorId,
    namespace,
    signal,
  }: {
    readonly connectorId: ConnectorId
    readonly namespace: Namespace
    readonly signal: AbortSignal
  },
): Promise<AnnouncedWallet | undefined> {
  const { registry } = widget.stores
  const find = () => findAnnouncedWallet(registry.get(), connectorId, namespace)
  if (find()) return find()
  const found = new AbortController()
  const stop = watch(registry, find, (wallet) => wallet && found.abort())
  try {
    await widget.ports.clock.sleep(limits.announcementWait, AbortSignal.any([found.signal, signal]))
  } catch {
    // Woken early: announced, or given up.
  } finally {
    stop()
  }
  return find()
}
