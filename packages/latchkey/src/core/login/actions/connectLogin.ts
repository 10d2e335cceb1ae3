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
import { openLoginConnector } from '../openLoginConnector.js'
import { toEmbeddedInfo } from './saveLogin.js'

export type ConnectLoginParameters = {
  readonly signal: AbortSignal
  /** Only these chain families; by default all that no other wallet is connected for. */
  readonly claims?: Claims | undefined
  /** Beside the active connections, where there are some. */
  readonly beside?: boolean | undefined
}

type Found = { readonly claim: Claim; readonly session: ChainSession }

/**
 * Connects every chain family the embedded wallet has keys for. The active one decides whether it
 * worked; another that fails is missing, and can be had by connecting again.
 */
export async function connectLogin(
  widget: Widget,
  { signal, claims = claimFree(widget), beside }: ConnectLoginParameters,
): Promise<readonly Account[]> {
  const connector = await openLoginConnector(widget)
  const isOurs = (namespace: Namespace) => claims.get(namespace)?.isCurrent() === true
  const served = servedNamespaces(widget).filter(isOurs)
  const [first] = served
  if (!first) throw new NoLoginAddressError()
  const found: Found[] = []
  try {
    for (const namespace of served) {
      const claim = claims.get(namespace) as Claim
      try {
        found.push(await attach(widget, connector, claim, signal))
      } catch (error) {
        signal.throwIfAborted()
        if (namespace === first && claim.isCurrent()) throw error
        widget.ports.log.warn(`The embedded wallet is not connected on ${namespace}`, error)
      }
    }
    if (found.length > 1) void returnTo(widget, connector, first)
    signal.throwIfAborted()
  } catch (error) {
    await Promise.all(found.map(({ session }) => session.end({ tellWallet: false })))
    throw error
  }
  const adopted = found.filter((one) => adopt(widget, one, beside))
  for (const claim of claims.values()) if (!beside) claim.settle()
  if (adopted.length === 0) throw new ModalClosedError()
  return adopted.flatMap(({ session }) => session.accounts())
}

/** All families it has keys for that no other wallet is connected for. */
function claimFree(widget: Widget): Claims {
  const isFree = (namespace: Namespace) =>
    !isConnectedElsewhere(widget, namespace, loginConnectorId)
  return claimNamespaces(widget, servedNamespaces(widget).filter(isFree))
}

/** The active family first. */
function servedNamespaces({ families, stores }: Widget): readonly Namespace[] {
  const state = stores.network.get()
  const served: readonly Namespace[] = loginNamespaces.filter(
    (namespace) => families.has(namespace) && getNetworks(state, namespace).length > 0,
  )
  const active = served.filter((namespace) => namespace === state.activeNamespace)
  return [...new Set([...active, ...served])]
}

async function attach(
  widget: Widget,
  connector: LoginConnector,
  claim: Claim,
  signal: AbortSignal,
): Promise<Found> {
  const { namespace } = claim
  const ending = AbortSignal.any([signal, claim.signal])
  const adapter = await widget.families.get(namespace)?.loadAdapter()
  const session = await raceAbort(
    ending,
    Promise.resolve(
      adapter?.attach({
        transport: connector.transport(namespace),
        mode: 'ask',
        ...getAttachParameters(widget, namespace),
        signal: ending,
      }),
    ),
  )
  if (!session) throw new NoLoginAddressError()
  return { claim, session }
}

/** The frame is left on the network the visitor sees. Nobody has to wait for that. */
async function returnTo(
  widget: Widget,
  connector: LoginConnector,
  namespace: Namespace,
): Promise<void> {
  const { signal } = widget
  const chainId = getPreferredNetwork(widget, namespace).id
  try {
    await connector.request('SWITCH_NETWORK', { chainId }, { signal })
  } catch (error) {
    // Every request names its network anyway.
    widget.ports.log.warn('The embedded wallet stayed on another network', error)
  }
}

function adopt(widget: Widget, { claim, session }: Found, beside: boolean | undefined): boolean {
  const { login } = widget.stores
  const { user } = login.get()
  const { namespace } = claim
  return addConnection(widget, {
    claim,
    namespace,
    session,
    beside,
    connectorId: loginConnectorId,
    wallet: {
      name: loginConnectorId,
      type: 'AUTH',
      identifier: user?.email ?? user?.userName,
      social: user?.authProvider,
    },
    embedded: () => {
      const { user: now } = login.get()
      return now && toEmbeddedInfo(now, namespace)
    },
  })
}

type SwitchLoginNetworkParameters = {
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Connects the embedded wallet on the chain family of a network, then goes there (specification §4). */
export async function switchLoginNetwork(
  widget: Widget,
  { networkId, signal }: SwitchLoginNetworkParameters,
): Promise<void> {
  await connectLogin(widget, { signal })
  if (!getConnection(widget, namespaceOf(networkId))) throw new NoLoginAddressError()
  navigate(widget, { view: 'SwitchNetwork', params: { networkId }, how: 'replace' })
}
