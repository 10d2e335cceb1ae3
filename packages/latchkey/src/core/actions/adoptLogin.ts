import type { Namespace } from '@latchkey/wire/caip'
import { attachment } from '../attachment.js'
import { unlessAborted } from '../attempt.js'
import { NoLoginAddressError } from '../errors/login.js'
import type { Account, ChainSession } from '../family.js'
import { isTakenByOther } from '../isTakenByOther.js'
import { type LoginConnector, loginConnectorId, loginNamespaces } from '../login.js'
import { openLogin } from '../openLogin.js'
import { networksOf } from '../stores/network.js'
import { wantedNetwork } from '../wantedNetwork.js'
import type { Widget } from '../widget.js'
import { adoptSession } from './adoptSession.js'
import { embeddedInfo } from './rememberLogin.js'

export type AdoptLoginParameters = {
  readonly signal: AbortSignal
  /** Only these chain families; by default all that no other wallet is connected for. */
  readonly namespaces?: readonly Namespace[] | undefined
  /** Beside the active connections, where there are some. */
  readonly beside?: boolean | undefined
}

type Found = { readonly namespace: Namespace; readonly session: ChainSession }

/**
 * Connects every chain family the embedded wallet has keys for. The active one decides whether it
 * worked; another that fails is missing, and can be had by connecting again.
 */
export async function adoptLogin(
  widget: Widget,
  { signal, namespaces, beside }: AdoptLoginParameters,
): Promise<readonly Account[]> {
  const connector = await openLogin(widget)
  const [first, ...others] = servedNamespaces(widget).filter(
    (namespace) =>
      namespaces?.includes(namespace) ?? !isTakenByOther(widget, namespace, loginConnectorId),
  )
  if (!first) throw new NoLoginAddressError()
  const found: Found[] = []
  try {
    found.push(await attach(widget, connector, first, signal))
    for (const namespace of others) {
      try {
        found.push(await attach(widget, connector, namespace, signal))
      } catch (error) {
        signal.throwIfAborted()
        widget.ports.log.warn(`The embedded wallet is not connected on ${namespace}`, error)
      }
    }
    if (found.length > 1) void returnTo(widget, connector, first)
    signal.throwIfAborted()
  } catch (error) {
    await Promise.all(found.map(({ session }) => session.end({ tellWallet: false })))
    throw error
  }
  for (const one of found) adopt(widget, { ...one, beside })
  return found.flatMap(({ session }) => session.accounts())
}

/** The active family first. */
function servedNamespaces({ families, stores }: Widget): readonly Namespace[] {
  const state = stores.network.get()
  const served: readonly Namespace[] = loginNamespaces.filter(
    (namespace) => families.has(namespace) && networksOf(state, namespace).length > 0,
  )
  const active = served.filter((namespace) => namespace === state.activeNamespace)
  return [...new Set([...active, ...served])]
}

async function attach(
  widget: Widget,
  connector: LoginConnector,
  namespace: Namespace,
  signal: AbortSignal,
): Promise<Found> {
  const adapter = await widget.families.get(namespace)?.loadAdapter()
  const session = await unlessAborted(
    signal,
    Promise.resolve(
      adapter?.attach({
        transport: connector.transport(namespace),
        mode: 'ask',
        ...attachment(widget, namespace),
        signal,
      }),
    ),
  )
  if (!session) throw new NoLoginAddressError()
  return { namespace, session }
}

/** The frame is left on the network the visitor sees. Nobody has to wait for that. */
async function returnTo(
  widget: Widget,
  connector: LoginConnector,
  namespace: Namespace,
): Promise<void> {
  const { signal } = widget
  const chainId = wantedNetwork(widget, namespace).id
  try {
    await connector.request('SWITCH_NETWORK', { chainId }, { signal })
  } catch (error) {
    // Every request names its network anyway.
    widget.ports.log.warn('The embedded wallet stayed on another network', error)
  }
}

function adopt(widget: Widget, found: Found & Pick<AdoptLoginParameters, 'beside'>): void {
  const { login } = widget.stores
  const { user } = login.get()
  adoptSession(widget, {
    ...found,
    connectorId: loginConnectorId,
    wallet: {
      name: loginConnectorId,
      type: 'AUTH',
      identifier: user?.email ?? user?.userName,
      social: user?.authProvider,
    },
    embedded: () => {
      const { user: now } = login.get()
      return now && embeddedInfo(now, found.namespace)
    },
  })
}
