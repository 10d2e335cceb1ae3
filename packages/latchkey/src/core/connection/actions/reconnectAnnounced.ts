import type { Namespace } from '@latchkey/wire/caip'
import { setNamespace } from '../../network/actions/setNamespace.js'
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

type ReconnectAnnouncedParameters = {
  readonly claim: Claim
  readonly connectorId: ConnectorId
  /** See `addConnection`. */
  readonly makeActive?: boolean | undefined
}

/** Restores the connection to an announced wallet without prompting. Waits until it is announced. */
export async function reconnectAnnounced(
  widget: Widget,
  { claim, connectorId, makeActive = true }: ReconnectAnnouncedParameters,
): Promise<void> {
  const { namespace } = claim
  const signal = AbortSignal.any([claim.signal, widget.signal])
  const [wallet, adapter] = await Promise.all([
    waitForAnnouncement(widget, { connectorId, namespace, signal }),
    widget.families.get(namespace)?.loadAdapter(),
  ])
  if (!claim.isCurrent()) return
  if (makeActive) restoreNetwork(widget, namespace)
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
  const isAdded = addConnection(widget, {
    claim,
    namespace,
    connectorId,
    session,
    makeActive,
    wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
  })
  if (isAdded && makeActive) hostStateOf(widget).restored.set(namespace, connectorId)
}

/** Some wallets announce themselves a moment after the page has loaded. */
async function waitForAnnouncement(
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
    // Woken early: announced or aborted.
  } finally {
    stop()
  }
  return find()
}

type ConnectHostParameters = { readonly wallet: AnnouncedWallet }

/**
 * Connects the wallet whose browser shows this page. Runs once per wallet, so a visitor who disconnects
 * stays disconnected. Replaces a restored connection, but not one the visitor made.
 */
export async function connectHost(
  widget: Widget,
  { wallet }: ConnectHostParameters,
): Promise<void> {
  const { namespace } = wallet
  const { attempted } = hostStateOf(widget)
  if (attempted.has(wallet.id) || !canReplace(widget, wallet)) return
  attempted.add(wallet.id)
  // Without notifying the other wallet: it stays connected to other pages.
  if (getConnection(widget, namespace)) clearConnections(widget, { namespace })
  await connectWallet(widget, { wallet })
  if (!getConnection(widget)) setNamespace(widget, { namespace })
}

function hostStateOf(widget: Widget) {
  return getOrCreate(widget, createHostState)
}

const createHostState = () => ({
  attempted: new Set<ConnectorId>(),
  /** Connections that this page restored; the visitor did not choose them here. */
  restored: new Map<Namespace, ConnectorId>(),
})

function canReplace(widget: Widget, { id, namespace }: AnnouncedWallet): boolean {
  const state = getConnectionState(widget.stores.connection.get(), namespace)
  if (state.status === 'disconnected') return true
  if (state.connectorId === id) return false
  return state.status === 'connecting'
    ? !widget.attempts.has(`connect:${namespace}`)
    : hostStateOf(widget).restored.get(namespace) === state.connectorId
}
