import { type Namespace, type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { raceAbort } from '@latchkey/wire/raceAbort'
import {
  addConnection,
  getAttachParameters,
  isConnectedElsewhere,
} from '../../connection/actions/addConnection.js'
import { type Claim, type Claims, claimNamespaces } from '../../connection/actions/claims.js'
import type { Account, ChainSession } from '../../connection/family.js'
import { getConnection } from '../../connection/store.js'
import { navigate } from '../../modal/actions/navigation.js'
import { getPreferredNetwork } from '../../network/network.js'
import { getNetworks } from '../../network/store.js'
import { ModalClosedError } from '../../runtime/errors/connection.js'
import { NoLoginAddressError } from '../../runtime/errors/login.js'
import type { Widget } from '../../widget.js'
import { type LoginConnector, loginConnectorId, loginNamespaces } from '../login.js'
import { openLoginConnector, toEmbeddedInfo } from './loginSession.js'

export type ConnectLoginParameters = {
  readonly signal: AbortSignal
  /** By default claims every namespace that no other wallet serves. */
  readonly claims?: Claims | undefined
  /** See `addConnection`. */
  readonly makeActive?: boolean | undefined
}

type AttachedSession = { readonly claim: Claim; readonly session: ChainSession }

/**
 * Connects every namespace of the embedded wallet. Rejects if the active namespace fails; another one
 * that fails is skipped and can be connected later.
 */
export async function connectLogin(
  widget: Widget,
  { signal, claims = claimUnused(widget), makeActive = true }: ConnectLoginParameters,
): Promise<readonly Account[]> {
  const connector = await openLoginConnector(widget)
  const isClaimed = (namespace: Namespace) => claims.get(namespace)?.isCurrent() === true
  const supported = getSupportedNamespaces(widget).filter(isClaimed)
  const [first] = supported
  if (!first) throw new NoLoginAddressError()
  const attached: AttachedSession[] = []
  try {
    for (const namespace of supported) {
      const claim = claims.get(namespace) as Claim
      try {
        attached.push(await attach(widget, connector, claim, signal))
      } catch (error) {
        signal.throwIfAborted()
        if (namespace === first && claim.isCurrent()) throw error
        widget.ports.log.warn(`The embedded wallet is not connected on ${namespace}`, error)
      }
    }
    if (attached.length > 1) void switchFrameBack(widget, connector, first)
    signal.throwIfAborted()
  } catch (error) {
    await Promise.all(attached.map(({ session }) => session.end({ notifyWallet: false })))
    throw error
  }
  const added = attached.filter((one) => add(widget, one, makeActive))
  for (const claim of claims.values()) if (makeActive) claim.settle()
  if (added.length === 0) throw new ModalClosedError()
  return added.flatMap(({ session }) => session.accounts())
}

/** Claims every supported namespace that no other wallet serves. */
function claimUnused(widget: Widget): Claims {
  const isUnused = (namespace: Namespace) =>
    !isConnectedElsewhere(widget, namespace, loginConnectorId)
  return claimNamespaces(widget, getSupportedNamespaces(widget).filter(isUnused))
}

/** The active namespace first. */
function getSupportedNamespaces({ families, stores }: Widget): readonly Namespace[] {
  const state = stores.network.get()
  const supported: readonly Namespace[] = loginNamespaces.filter(
    (namespace) => families.has(namespace) && getNetworks(state, namespace).length > 0,
  )
  const active = supported.filter((namespace) => namespace === state.activeNamespace)
  return [...new Set([...active, ...supported])]
}

async function attach(
  widget: Widget,
  connector: LoginConnector,
  claim: Claim,
  signal: AbortSignal,
): Promise<AttachedSession> {
  const { namespace } = claim
  const anySignal = AbortSignal.any([signal, claim.signal])
  const adapter = await widget.families.get(namespace)?.loadAdapter()
  const session = await raceAbort(
    anySignal,
    Promise.resolve(
      adapter?.attach({
        transport: connector.transport(namespace),
        mode: 'ask',
        ...getAttachParameters(widget, namespace),
        signal: anySignal,
      }),
    ),
  )
  if (!session) throw new NoLoginAddressError()
  return { claim, session }
}

/** Attaching switches the frame to each namespace; this leaves it on the active one. */
async function switchFrameBack(
  widget: Widget,
  connector: LoginConnector,
  namespace: Namespace,
): Promise<void> {
  const { signal } = widget
  const chainId = getPreferredNetwork(widget, namespace).id
  try {
    await connector.request('SWITCH_NETWORK', { chainId }, { signal })
  } catch (error) {
    // Harmless: every request names its network.
    widget.ports.log.warn('The embedded wallet is still on another network', error)
  }
}

function add(widget: Widget, { claim, session }: AttachedSession, makeActive: boolean): boolean {
  const { login } = widget.stores
  const { user } = login.get()
  const { namespace } = claim
  return addConnection(widget, {
    claim,
    namespace,
    session,
    makeActive,
    connectorId: loginConnectorId,
    wallet: {
      name: loginConnectorId,
      type: 'AUTH',
      identifier: user?.email ?? user?.userName,
      social: user?.authProvider,
    },
    embedded: () => {
      const { user: current } = login.get()
      return current && toEmbeddedInfo(current, namespace)
    },
  })
}

type SwitchLoginNetworkParameters = {
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Connects the embedded wallet in the namespace of a network, then switches to it (specification §4). */
export async function switchLoginNetwork(
  widget: Widget,
  { networkId, signal }: SwitchLoginNetworkParameters,
): Promise<void> {
  await connectLogin(widget, { signal })
  if (!getConnection(widget, namespaceOf(networkId))) throw new NoLoginAddressError()
  navigate(widget, { view: 'SwitchNetwork', params: { networkId }, how: 'replace' })
}
