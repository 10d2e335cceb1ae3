import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { setAccountType } from '../../login/actions/setAccountType.js'
import { navigate, openModal } from '../../modal/actions/navigation.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { subscribeSiteListener } from '../../runtime/createStore.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { ConnectorNotFoundError, ModalClosedError } from '../../runtime/errors/connection.js'
import { findAnnouncedWallet } from '../../wallets/store.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import {
  type ConnectionsState,
  getOtherLoginAccounts,
  getPublicConnections,
  getPublicRecentConnections,
  getReconnectRoute,
  type PublicConnection,
} from '../publicConnections.js'
import { getConnection } from '../store.js'
import { isSameAddress, storedRevisionOf } from '../storedConnections.js'
import { connectWallet } from './connect.js'
import { hasConnection } from './connections.js'
import { disconnect } from './disconnect.js'
import { deleteStoredConnection } from './disconnectWallet.js'
import { reconnectOthers } from './reconnectOthers.js'
import { switchConnection as switchTo } from './switchConnection.js'

/** The result of switching or deleting a connection. */
export type ConnectionChange = {
  /** The active account of the namespace; undefined if none is left. */
  readonly address: string | undefined
  readonly namespace: Namespace
  readonly hasSwitchedAccount: boolean
  readonly hasSwitchedWallet: boolean
  readonly hasDeletedWallet: boolean
}

export type SwitchParameters = {
  readonly connection: Pick<PublicConnection, 'connectorId' | 'auth'>
  /** The wallet's first account by default. */
  readonly address?: string | undefined
  readonly namespace: Namespace
  readonly signal?: AbortSignal | undefined
}

export type DeleteParameters = {
  readonly address: string
  readonly connectorId: ConnectorId
  readonly namespace: Namespace
}

export async function getConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  if (!(await isEnabled(widget, 'getConnections'))) return []
  return getPublicConnections(widget, namespace)
}

export async function getRecentConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  if (!(await isEnabled(widget, 'getRecentConnections'))) return []
  return getPublicRecentConnections(widget, namespace)
}

export async function switchConnection(
  widget: Widget,
  { connection: { connectorId, auth }, address, namespace, signal }: SwitchParameters,
): Promise<ConnectionChange | undefined> {
  if (!(await isEnabled(widget, 'switchConnection'))) return undefined
  const before = getConnection(widget, namespace)
  const isOpen = hasConnection(widget, namespace, connectorId)
  if (!isOpen) await connectAgain(widget, { connectorId, auth, namespace, signal })
  const type = getOtherLoginAccounts(widget, { namespace, connectorId }).find((one) =>
    isSameAddress(one.address, address ?? ''),
  )?.type
  if (type) await setAccountType(widget, { type })
  const now = getPublicConnections(widget, namespace).find((one) => one.connectorId === connectorId)
  // A wallet that connects again may share other accounts.
  const isShared = now?.accounts.some((one) => isSameAddress(one.address, address ?? ''))
  switchTo(widget, { namespace, connectorId, address: isOpen || isShared ? address : undefined })
  return toConnectionChange(widget, namespace, before)
}

export async function deleteConnection(
  widget: Widget,
  { address, connectorId, namespace }: DeleteParameters,
): Promise<ConnectionChange | undefined> {
  if (!(await isEnabled(widget, 'deleteConnection'))) return undefined
  const before = getConnection(widget, namespace)
  if (hasConnection(widget, namespace, connectorId)) {
    await disconnect(widget, { namespace, id: connectorId, keepOpen: 'here' })
  }
  deleteStoredConnection(widget, { namespace, connectorId, address })
  return { ...toConnectionChange(widget, namespace, before), hasDeletedWallet: true }
}

export async function watchConnections(
  widget: Widget,
  listener: (state: ConnectionsState) => void,
  caller: string,
): Promise<() => void> {
  if (!(await isEnabled(widget, caller))) return () => undefined
  const { connection, network, registry } = widget.stores
  const watched = [connection, network, registry, storedRevisionOf(widget)]
  return subscribeSiteListener(widget, watched, () => getConnectionsState(widget), listener)
}

function getConnectionsState(widget: Widget): ConnectionsState {
  const by = (list: typeof getPublicRecentConnections) =>
    Object.fromEntries(
      namespaces
        .filter((namespace) => widget.families.has(namespace))
        .map((namespace) => [namespace, list(widget, namespace)]),
    )
  return {
    connections: by(getPublicConnections),
    recentConnections: by(getPublicRecentConnections),
  }
}

/** Waits for the provider's settings and for the wallets of an earlier page. */
async function isEnabled(widget: Widget, caller: string): Promise<boolean> {
  const isOn = () => widget.stores.settings.get().remoteFeatures.multiWallet
  if (!isOn() && widget.ports.provider) {
    const { loadRemoteConfig } = await import('../../config/actions/loadRemoteConfig.js')
    const { providerResourcesOf } = await import('../../wallets/providerResources.js')
    await loadRemoteConfig(widget)
    // A request may be pending already.
    await providerResourcesOf(widget).features.load()
  }
  if (!isOn()) {
    raiseAlert(widget, alerts.multiWalletNotEnabled(caller))
    return false
  }
  await reconnectOthers(widget)
  return true
}

function toConnectionChange(
  widget: Widget,
  namespace: Namespace,
  before: ReturnType<typeof getConnection>,
): ConnectionChange {
  const now = getConnection(widget, namespace)
  return {
    address: now?.active.address,
    namespace,
    hasSwitchedAccount: now !== undefined && now.active.address !== before?.active.address,
    hasSwitchedWallet: now !== undefined && now.connectorId !== before?.connectorId,
    hasDeletedWallet: false,
  }
}

type ConnectAgainParameters = {
  readonly connectorId: ConnectorId
  readonly auth: PublicConnection['auth']
  readonly namespace: Namespace
  readonly signal: AbortSignal | undefined
}

/** Prompts an announced wallet directly; pairing and log-in need the modal. */
async function connectAgain(
  widget: Widget,
  { connectorId, auth, namespace, signal }: ConnectAgainParameters,
): Promise<void> {
  const wallet = findAnnouncedWallet(widget.stores.registry.get(), connectorId, namespace)
  if (wallet) {
    await connectWallet(widget, { wallet, signal })
    return
  }
  const route = getReconnectRoute({ connectorId, auth, namespace })
  if (
    !getPublicRecentConnections(widget, namespace).some((one) => one.connectorId === connectorId)
  ) {
    throw new ConnectorNotFoundError(connectorId)
  }
  openModal(widget, { route: { view: 'Connect', params: undefined }, namespace })
  navigate(widget, route)
  await waitForConnection(widget, { connectorId, namespace, signal })
}

function waitForConnection(
  widget: Widget,
  { connectorId, namespace, signal }: Omit<ConnectAgainParameters, 'auth'>,
): Promise<void> {
  const { connection, modal } = widget.stores
  return new Promise((resolve, reject) => {
    const anySignal = signal ? AbortSignal.any([signal, widget.signal]) : widget.signal
    const stops = [connection.subscribe(check), modal.subscribe(check)]
    anySignal.addEventListener('abort', check, { once: true })
    check()

    function check() {
      const isOpen = hasConnection(widget, namespace, connectorId)
      if (!isOpen && !anySignal.aborted && modal.get().isOpen) return
      for (const stop of stops) stop()
      anySignal.removeEventListener('abort', check)
      if (isOpen) resolve()
      else reject(anySignal.aborted ? anySignal.reason : new ModalClosedError())
    }
  })
}
