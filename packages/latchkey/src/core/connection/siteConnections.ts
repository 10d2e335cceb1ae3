import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { setAccountType } from '../login/actions/setAccountType.js'
import { navigate, openModal } from '../modal/actions/navigation.js'
import { raiseAlert } from '../modal/actions/raiseAlert.js'
import { subscribeSiteListener } from '../runtime/createStore.js'
import * as alerts from '../runtime/errors/alerts.js'
import { ConnectorNotFoundError, ModalClosedError } from '../runtime/errors/connection.js'
import { findAnnouncedWallet } from '../wallets/store.js'
import type { Widget } from '../widget.js'
import { connectWallet } from './actions/connect.js'
import { hasConnection } from './actions/connections.js'
import { disconnect } from './actions/disconnect.js'
import { deleteStoredConnection } from './actions/disconnectWallet.js'
import { reconnectOthers } from './actions/reconnectOthers.js'
import { switchConnection as switchTo } from './actions/switchConnection.js'
import type { ConnectorId } from './family.js'
import {
  type ConnectionsState,
  getOtherLoginAccounts,
  getPublicConnections,
  getPublicRecentConnections,
  getReconnectRoute,
  type PublicConnection,
} from './publicConnections.js'
import { getConnection } from './store.js'
import { isSameAddress, storedRevisionOf } from './storedConnections.js'

/** What a change of wallets came to. */
export type ConnectionChange = {
  /** The namespace's account from now on; undefined when none is left. */
  readonly address: string | undefined
  readonly namespace: Namespace
  readonly hasSwitchedAccount: boolean
  readonly hasSwitchedWallet: boolean
  readonly hasDeletedWallet: boolean
}

export type SwitchParameters = {
  readonly connection: Pick<PublicConnection, 'connectorId' | 'auth'>
  /** The wallet's first by default. */
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
  const isUp = hasConnection(widget, namespace, connectorId)
  if (!isUp) await connectAgain(widget, { connectorId, auth, namespace, signal })
  const type = getOtherLoginAccounts(widget, { namespace, connectorId }).find((one) =>
    isSameAddress(one.address, address ?? ''),
  )?.type
  if (type) await setAccountType(widget, { type })
  const now = getPublicConnections(widget, namespace).find((one) => one.connectorId === connectorId)
  // A wallet asked anew decides itself which accounts it shows.
  const isShown = now?.accounts.some((one) => isSameAddress(one.address, address ?? ''))
  switchTo(widget, { namespace, connectorId, address: isUp || isShown ? address : undefined })
  return changeSince(widget, namespace, before)
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
  return { ...changeSince(widget, namespace, before), hasDeletedWallet: true }
}

export async function watchConnections(
  widget: Widget,
  listener: (state: ConnectionsState) => void,
  asker: string,
): Promise<() => void> {
  if (!(await isEnabled(widget, asker))) return () => undefined
  const { connection, network, registry } = widget.stores
  const watched = [connection, network, registry, storedRevisionOf(widget)]
  return subscribeSiteListener(widget, watched, () => stateOf(widget), listener)
}

function stateOf(widget: Widget): ConnectionsState {
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

/** Once the provider has decided and what an earlier page left is taken up. */
async function isEnabled(widget: Widget, asker: string): Promise<boolean> {
  const isOn = () => widget.stores.settings.get().remoteFeatures.multiWallet
  if (!isOn() && widget.ports.provider) {
    const { loadRemoteConfig } = await import('../config/actions/loadRemoteConfig.js')
    const { providerResourcesOf } = await import('../wallets/providerResources.js')
    await loadRemoteConfig(widget)
    // Somebody else may have asked already.
    await providerResourcesOf(widget).features.load()
  }
  if (!isOn()) {
    raiseAlert(widget, alerts.multiWalletNotEnabled(asker))
    return false
  }
  await reconnectOthers(widget)
  return true
}

function changeSince(
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

type Again = {
  readonly connectorId: ConnectorId
  readonly auth: PublicConnection['auth']
  readonly namespace: Namespace
  readonly signal: AbortSignal | undefined
}

/** A wallet in the page is asked; for what needs a code or a login the visitor gets the modal. */
async function connectAgain(
  widget: Widget,
  { connectorId, auth, namespace, signal }: Again,
): Promise<void> {
  const wallet = findAnnouncedWallet(widget.stores.registry.get(), connectorId, namespace)
  if (wallet) {
    await connectWallet(widget, { wallet, signal })
    return
  }
  const way = getReconnectRoute({ connectorId, auth, namespace })
  if (
    !getPublicRecentConnections(widget, namespace).some((one) => one.connectorId === connectorId)
  ) {
    throw new ConnectorNotFoundError(connectorId)
  }
  openModal(widget, { route: { view: 'Connect', params: undefined }, namespace })
  navigate(widget, way)
  await untilConnected(widget, { connectorId, namespace, signal })
}

function untilConnected(
  widget: Widget,
  { connectorId, namespace, signal }: Omit<Again, 'auth'>,
): Promise<void> {
  const { connection, modal } = widget.stores
  return new Promise((resolve, reject) => {
    const ending = signal ? AbortSignal.any([signal, widget.signal]) : widget.signal
    const stops = [connection.subscribe(look), modal.subscribe(look)]
    ending.addEventListener('abort', look, { once: true })
    look()

    function look() {
      const isUp = hasConnection(widget, namespace, connectorId)
      if (!isUp && !ending.aborted && modal.get().isOpen) return
      for (const stop of stops) stop()
      ending.removeEventListener('abort', look)
      if (isUp) resolve()
      else reject(ending.aborted ? ending.reason : new ModalClosedError())
    }
  })
}
