import type { Namespace } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { withBusy } from '../../modal/busy.js'
import { setNamespace } from '../../network/actions/activeNetwork.js'
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
  /** Of a wallet of several chain families: the one to connect. The first it was found with by default. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

export type ConnectReturnType = { readonly accounts: readonly Account[] }

/** Asks a wallet to connect, and makes the chain family it connects the active one. */
export async function connect(
  widget: Widget,
  { connectorId, namespace: wanted, signal }: ConnectParameters,
): Promise<ConnectReturnType> {
  const wallet = findAnnouncedWallet(widget.stores.registry.get(), connectorId, wanted)
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

/** Connects one chain family. What is shown and which family is active stays as it is. */
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
        (ending) => {
          ending.addEventListener('abort', () => giveUp(widget, claim), { once: true })
          return attach(widget, wallet, ending)
        },
        caller,
      ),
    )
    const isAdopted = addConnection(widget, {
      claim,
      namespace,
      connectorId,
      session,
      wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
    })
    if (!isAdopted) throw claim.signal.reason
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method: 'browser', name } })
    return session.accounts()
  } catch (error) {
    giveUp(widget, claim)
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

/** A restore that the attempt interrupted starts again. */
function giveUp(widget: Widget, claim: Claim): void {
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
  // The visitor left while the wallet was answering: its answer is not taken.
  if (signal.aborted) await session.end({ tellWallet: false })
  signal.throwIfAborted()
  return session
}

/** Opens the way to a wallet, which may have to be fetched. */
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
  /** One wallet, as each of its chain families found it. */
  readonly wallets: readonly AnnouncedWallet[]
  readonly signal?: AbortSignal | undefined
}

/** What went wrong, by chain family; those that are connected have no entry. */
export type ConnectNamespacesReturnType = { readonly [namespace in Namespace]?: unknown }

/**
 * Connects a wallet for each of its chain families, one after the other: a wallet shows one question
 * at a time. A family that is refused or fails leaves the others; once all are connected the modal closes.
 */
export async function connectNamespaces(
  widget: Widget,
  { wallets, signal }: ConnectNamespacesParameters,
): Promise<ConnectNamespacesReturnType> {
  const failures: { [namespace in Namespace]?: unknown } = {}
  for (const wallet of wallets) {
    try {
      await connectWallet(widget, { wallet, signal })
      if (!getConnection(widget)) setNamespace(widget, { namespace: wallet.namespace })
    } catch (error) {
      signal?.throwIfAborted()
      // The visitor left, or chose otherwise: the next family is not asked.
      if (isWidgetError(error, 'connection/modal-closed')) throw error
      failures[wallet.namespace] = error
    }
  }
  if (Object.keys(failures).length === 0) finishConnecting(widget)
  return failures
}
