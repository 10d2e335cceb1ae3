import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { setAccountType } from '../login/actions/setAccountType.js'
import { navigate, openModal } from '../modal/actions/navigation.js'
import { raiseAlert } from '../modal/actions/raiseAlert.js'
import * as alerts from '../runtime/errors/alerts.js'
import { ConnectorNotFoundError, ModalClosedError } from '../runtime/errors/connection.js'
import { subscribeSite } from '../runtime/siteListener.js'
import { announcedBy } from '../wallets/store.js'
import type { Widget } from '../widget.js'
import { connectWallet } from './actions/connect.js'
import { disconnect } from './actions/disconnect.js'
import { forgetConnection } from './actions/disconnectWallet.js'
import { isLive } from './actions/dropSession.js'
import { restoreOthers } from './actions/restoreOthers.js'
import { switchConnection as switchTo } from './actions/switchConnection.js'
import type { ConnectorId } from './family.js'
import {
  type ConnectionsState,
  connectionsIn,
  otherLoginAccounts,
  type PublicConnection,
  recentIn,
  reconnectRoute,
} from './list.js'
import { connectedIn } from './store.js'
import { isSame, revisionOf } from './stored.js'

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
  return connectionsIn(widget, namespace)
}

export async function getRecentConnections(
  widget: Widget,
  namespace: Namespace,
): Promise<readonly PublicConnection[]> {
  if (!(await isEnabled(widget, 'getRecentConnections'))) return []
  return recentIn(widget, namespace)
}

export async function switchConnection(
  widget: Widget,
  { connection: { connectorId, auth }, address, namespace, signal }: SwitchParameters,
): Promise<ConnectionChange | undefined> {
  if (!(await isEnabled(widget, 'switchConnection'))) return undefined
  const before = connectedIn(widget, namespace)
  const isUp = isLive(widget, namespace, connectorId)
  if (!isUp) await connectAgain(widget, { connectorId, auth, namespace, signal })
  const type = otherLoginAccounts(widget, { namespace, connectorId }).find((one) =>
    isSame(one.address, address ?? ''),
  )?.type
  if (type) await setAccountType(widget, { type })
  const now = connectionsIn(widget, namespace).find((one) => one.connectorId === connectorId)
  // A wallet asked anew decides itself which accounts it shows.
  const isShown = now?.accounts.some((one) => isSame(one.address, address ?? ''))
  switchTo(widget, { namespace, connectorId, address: isUp || isShown ? address : undefined })
  return changeSince(widget, namespace, before)
}

export async function deleteConnection(
  widget: Widget,
  { address, connectorId, namespace }: DeleteParameters,
): Promise<ConnectionChange | undefined> {
  if (!(await isEnabled(widget, 'deleteConnection'))) return undefined
  const before = connectedIn(widget, namespace)
  if (isLive(widget, namespace, connectorId)) {
    await disconnect(widget, { namespace, id: connectorId, keepOpen: 'here' })
  }
  forgetConnection(widget, { namespace, connectorId, address })
  return { ...changeSince(widget, namespace, before), hasDeletedWallet: true }
}

export async function watchConnections(
  widget: Widget,
  listener: (state: ConnectionsState) => void,
  asker: string,
): Promise<() => void> {
  if (!(await isEnabled(widget, asker))) return () => undefined
  const { connection, network, registry } = widget.stores
  const watched = [connection, network, registry, revisionOf(widget)]
  return subscribeSite(widget, watched, () => stateOf(widget), listener)
}

function stateOf(widget: Widget): ConnectionsState {
  const by = (list: typeof recentIn) =>
    Object.fromEntries(
      namespaces
        .filter((namespace) => widget.families.has(namespace))
        .map((namespace) => [namespace, list(widget, namespace)]),
    )
  return { connections: by(connectionsIn), recentConnections: by(recentIn) }
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
  await restoreOthers(widget)
  return true
}

function changeSince(
  widget: Widget,
  namespace: Namespace,
  before: ReturnType<typeof connectedIn>,
): ConnectionChange {
  const now = connectedIn(widget, namespace)
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
  const wallet = announcedBy(widget.stores.registry.get(), connectorId, namespace)
  if (wallet) {
    await connectWallet(widget, { wallet, signal })
    return
  }
  const way = reconnectRoute({ connectorId, auth, namespace })
  if (!recentIn(widget, namespace).some((one) => one.connectorId === connectorId)) {
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
      const isUp = isLive(widget, namespace, connectorId)
      if (!isUp && !ending.aborted && modal.get().isOpen) return
      for (const stop of stops) stop()
      ending.removeEventListener('abort', look)
      if (isUp) resolve()
      else reject(ending.aborted ? ending.reason : new ModalClosedError())
    }
  })
}
