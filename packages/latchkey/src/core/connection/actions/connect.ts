import type { Namespace } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { getNetworks, isUnsupportedNetwork } from '../../network/store.js'
import { withAttempt } from '../../runtime/attempt.js'
import { ConnectorNotFoundError } from '../../runtime/errors/connection.js'
import { AdapterNotFoundError } from '../../runtime/errors/network.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import { findAnnouncedWallet } from '../../wallets/store.js'
import type { Widget } from '../../widget.js'
import type {
  Account,
  AnnouncedWallet,
  ChainSession,
  ConnectorId,
  WalletTransport,
} from '../family.js'
import { getConnection } from '../store.js'
import { addConnection, getAttachParameters } from './addConnection.js'
import { beginConnecting, type Claim, failConnecting } from './claims.js'
import { hasConnection } from './connections.js'
import { finishConnecting } from './finishConnecting.js'
import { reconnectStored } from './reconnect.js'

export type ConnectParameters = {
  readonly connectorId: ConnectorId
  /** For a wallet of several namespaces: the one to connect; by default the first it announced. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

export type ConnectReturnType = { readonly accounts: readonly Account[] }

/** Connects a wallet and makes its namespace the active one. */
export async function connect(
  widget: Widget,
  { connectorId, namespace: requested, signal }: ConnectParameters,
): Promise<ConnectReturnType> {
  const wallet = findAnnouncedWallet(widget.stores.registry.get(), connectorId, requested)
  if (!wallet) throw new ConnectorNotFoundError(connectorId)
  const { namespace } = wallet
  const isKnown = hasConnection(widget, namespace, connectorId)
  const accounts = await connectWallet(widget, { wallet, signal })
  setNamespace(widget, { namespace })
  if (!isUnsupportedNetwork(widget.stores.network.get(), namespace)) {
    finishConnecting(widget, { namespace, isKnown })
  }
  return { accounts }
}

export type ConnectWalletParameters = {
  readonly wallet: AnnouncedWallet
  readonly signal?: AbortSignal | undefined
}

/** Connects one namespace. Leaves the view and the active namespace as they are. */
export async function connectWallet(
  widget: Widget,
  { wallet, signal }: ConnectWalletParameters,
): Promise<readonly Account[]> {
  const { id: connectorId, namespace, name, icon, rdns, type } = wallet
  if (!widget.families.has(namespace)) throw new AdapterNotFoundError()
  const attempt = `connect:${namespace}`
  const claim = beginConnecting(widget, { namespace, connectorId })
  const caller = signal ? AbortSignal.any([claim.signal, signal]) : claim.signal
  try {
    const session = await withBusy(widget, attempt, () =>
      withAttempt(
        widget,
        attempt,
        (attemptSignal) => {
          attemptSignal.addEventListener('abort', () => cancelAttempt(widget, claim), {
            once: true,
          })
          return attach(widget, wallet, attemptSignal)
        },
        caller,
      ),
    )
    const isAdded = addConnection(widget, {
      claim,
      namespace,
      connectorId,
      session,
      wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
    })
    if (!isAdded) throw claim.signal.reason
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method: 'browser', name } })
    return session.accounts()
  } catch (error) {
    cancelAttempt(widget, claim)
    if (!isWidgetError(error, 'connection/modal-closed')) {
      const message = error instanceof Error ? error.message : String(error)
      const event = isWidgetError(error, 'connection/user-rejected')
        ? 'USER_REJECTED'
        : 'CONNECT_ERROR'
      recordEvent(widget, { event, properties: { message } })
    }
    throw error
  }
}

/** Also starts again a reconnect that the attempt interrupted. */
function cancelAttempt(widget: Widget, claim: Claim): void {
  const stored = widget.ports.storage.get(`${claim.namespace}:connected_connector_id`)
  if (stored === undefined) failConnecting(widget, claim)
  else claim.settle()
  if (stored !== undefined && claim.isCurrent()) void reconnectStored(widget)
}

async function attach(
  widget: Widget,
  wallet: AnnouncedWallet,
  signal: AbortSignal,
): Promise<ChainSession> {
  const { namespace } = wallet
  const adapter = await widget.families.get(namespace)?.loadAdapter()
  signal.throwIfAborted()
  const session = await adapter?.attach({
    transport: await openTransport(widget, wallet),
    mode: 'ask',
    ...getAttachParameters(widget, namespace),
    signal,
  })
  if (!session) throw new ConnectorNotFoundError(wallet.id)
  // The visitor left while the wallet was responding.
  if (signal.aborted) await session.end({ notifyWallet: false })
  signal.throwIfAborted()
  return session
}

/** Opens the transport of a wallet; some wallets load it first. */
export async function openTransport(
  { config, ports, stores }: Widget,
  wallet: AnnouncedWallet,
): Promise<WalletTransport> {
  return wallet.open({
    metadata: { ...ports.page.metadata(), ...config.metadata },
    networks: getNetworks(stores.network.get(), wallet.namespace),
    storage: ports.storage,
  })
}

type ConnectNamespacesParameters = {
  /** The announcements of one wallet, one per namespace. */
  readonly wallets: readonly AnnouncedWallet[]
  readonly signal?: AbortSignal | undefined
}

/** The errors, by namespace; a connected namespace has no entry. */
export type ConnectNamespacesReturnType = { readonly [namespace in Namespace]?: unknown }

/**
 * Connects a wallet for each of its namespaces, one after the other, because a wallet shows one prompt at
 * a time. A namespace that fails does not stop the others; once all are connected the modal closes.
 */
export async function connectNamespaces(
  widget: Widget,
  { wallets, signal }: ConnectNamespacesParameters,
): Promise<ConnectNamespacesReturnType> {
  const errors: { [namespace in Namespace]?: unknown } = {}
  await withBusy(widget, 'connect', async () => {
    for (const wallet of wallets) {
      try {
        await connectWallet(widget, { wallet, signal })
        if (!getConnection(widget)) setNamespace(widget, { namespace: wallet.namespace })
      } catch (error) {
        signal?.throwIfAborted()
        // The visitor left: do not prompt for the next namespace.
        if (isWidgetError(error, 'connection/modal-closed')) throw error
        errors[wallet.namespace] = error
      }
    }
  })
  if (Object.keys(errors).length === 0) finishConnecting(widget)
  return errors
}
