import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { attachment } from '../attachment.js'
import { watch } from '../createStore.js'
import type { AnnouncedWallet, ConnectorId } from '../family.js'
import * as limits from '../limits.js'
import { loginConnectorId } from '../login.js'
import { pairingConnectorId } from '../pairing.js'
import { connectionOf, disconnected } from '../stores/connection.js'
import type { Widget } from '../widget.js'
import { adoptSession } from './adoptSession.js'

/** Takes up what the visitor left connected, each namespace on its own, without asking anything. */
export async function reconnect(widget: Widget): Promise<void> {
  const { storage } = widget.ports
  const { connection } = widget.stores
  const lost = namespaces.filter(
    (namespace) => connectionOf(connection.get(), namespace).status === 'disconnected',
  )
  const left = (connectorId: ConnectorId) =>
    lost.filter((namespace) => storage.get(`${namespace}:connected_connector_id`) === connectorId)
  const paired = left(pairingConnectorId)
  const loggedIn = left(loginConnectorId)
  if (widget.config.pairing && storage.get('pairing_pending') !== undefined) {
    void takeUpEarlierOffer(widget)
  }
  await Promise.all([
    ...(paired.length > 0 ? [restorePaired(widget, paired)] : []),
    ...(loggedIn.length > 0 ? [restoreLogin(widget, loggedIn)] : []),
    ...lost
      .filter((namespace) => ![...paired, ...loggedIn].includes(namespace))
      .map((namespace) => reconnectNamespace(widget, namespace)),
  ])
}

/** Pages without a paired wallet do not load what restores one. */
async function restorePaired(widget: Widget, namespaces: readonly Namespace[]): Promise<void> {
  const { reconnectPaired } = await import('./reconnectPaired.js')
  await reconnectPaired(widget, { namespaces })
}

async function restoreLogin(widget: Widget, namespaces: readonly Namespace[]): Promise<void> {
  const { reconnectLogin } = await import('./reconnectLogin.js')
  await reconnectLogin(widget, { namespaces })
}

async function reconnectNamespace(widget: Widget, namespace: Namespace): Promise<void> {
  const { connection } = widget.stores
  const connectorId = widget.ports.storage.get(`${namespace}:connected_connector_id`)
  const family = widget.families.get(namespace)
  if (!family || connectorId === undefined) return
  connection.set({ [namespace]: { status: 'connecting', connectorId } })
  try {
    const [wallet, adapter] = await Promise.all([
      announcement(widget, connectorId),
      family.loadAdapter(),
    ])
    const session = await (wallet &&
      adapter.attach({
        transport: wallet.open(),
        mode: 'silent',
        ...attachment(widget, namespace),
        signal: widget.signal,
      }))
    if (!isStillOurs(widget, namespace, connectorId)) {
      await session?.end({ tellWallet: false })
      return
    }
    if (wallet && session) {
      const { name, icon, rdns, type } = wallet
      adoptSession(widget, {
        namespace,
        connectorId,
        session,
        wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
      })
      return
    }
  } catch (error) {
    widget.ports.log.warn(`Could not restore the connection to ${connectorId}`, error)
  }
  if (isStillOurs(widget, namespace, connectorId)) connection.set({ [namespace]: disconnected })
}

/** False once the visitor connected or disconnected by hand in the meantime. */
function isStillOurs(widget: Widget, namespace: Namespace, connectorId: ConnectorId): boolean {
  const state = widget.stores.connection.get()[namespace]
  return state?.status === 'connecting' && state.connectorId === connectorId
}

/** The wallet once it is announced; wallets may come a little after the page. */
async function announcement(
  widget: Widget,
  connectorId: ConnectorId,
): Promise<AnnouncedWallet | undefined> {
  const { registry } = widget.stores
  const find = () => registry.get().announced.find(({ id }) => id === connectorId)
  if (find()) return find()
  const found = new AbortController()
  const stop = watch(registry, find, (wallet) => wallet && found.abort())
  try {
    await widget.ports.clock.sleep(
      limits.announcementWait,
      AbortSignal.any([found.signal, widget.signal]),
    )
  } catch {
    // Woken early: announced, or the widget is gone.
  } finally {
    stop()
  }
  return find()
}

/** A wallet may answer an offer made before the page was reloaded. */
async function takeUpEarlierOffer(widget: Widget): Promise<void> {
  try {
    const earlier = await import('./awaitEarlierOffer.js')
    await earlier.awaitEarlierOffer(widget)
  } catch (error) {
    widget.ports.log.warn('An earlier pairing could not be taken up', error)
  }
}
