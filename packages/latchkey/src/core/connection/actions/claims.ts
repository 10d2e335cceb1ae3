import type { Namespace } from '@latchkey/wire/caip'
import { ModalClosedError } from '../../runtime/errors/connection.js'
import { getOrCreate, type Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { disconnected, getConnectionState } from '../store.js'

/**
 * The right to write the connection of one namespace. Connecting, reconnecting and disconnecting claim it
 * first, so the latest of them wins and earlier ones can no longer write.
 */
export type Claim = {
  readonly namespace: Namespace
  /** Aborts when a later step claims the namespace while this one is pending. */
  readonly signal: AbortSignal
  /** False once a later step has claimed the namespace. */
  isCurrent(): boolean
  /** Ends the step: a later claim has nothing to abort. */
  settle(): void
}

export type Claims = ReadonlyMap<Namespace, Claim>

type Owner = Claim & { readonly isPending: () => boolean; readonly supersede: () => void }

const createOwners = () => new Map<Namespace, Owner>()

export function claimNamespace(widget: Widget, namespace: Namespace): Claim {
  const owners = getOrCreate(widget, createOwners)
  const controller = new AbortController()
  let isPending = true
  const owner: Owner = {
    namespace,
    signal: controller.signal,
    isCurrent: () => owners.get(namespace) === owner,
    settle() {
      isPending = false
    },
    isPending: () => isPending,
    supersede: () => isPending && controller.abort(new ModalClosedError()),
  }
  const earlier = owners.get(namespace)
  owners.set(namespace, owner)
  earlier?.supersede()
  return owner
}

export function claimNamespaces(widget: Widget, namespaces: Iterable<Namespace>): Claims {
  return new Map([...namespaces].map((one) => [one, claimNamespace(widget, one)]))
}

/** The claim of the latest step, for work that is valid until the next step. */
export function getCurrentClaim(widget: Widget, namespace: Namespace): Claim {
  const latest = getOrCreate(widget, createOwners).get(namespace)
  if (latest) return latest
  const claim = claimNamespace(widget, namespace)
  claim.settle()
  return claim
}

/** Whether a step is pending in the namespace. */
export function isClaimed(widget: Widget, namespace: Namespace): boolean {
  return getOrCreate(widget, createOwners).get(namespace)?.isPending() === true
}

export type BeginConnectingParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
}

/** Claims a namespace and marks it as `connecting`, unless it is connected. */
export function beginConnecting(
  widget: Widget,
  { namespace, connectorId }: BeginConnectingParameters,
): Claim {
  const { connection } = widget.stores
  const claim = claimNamespace(widget, namespace)
  if (getConnectionState(connection.get(), namespace).status !== 'connected') {
    connection.set({ [namespace]: { status: 'connecting', connectorId } })
  }
  return claim
}

/** Ends an attempt that did not connect. Does nothing if a later step owns the namespace. */
export function failConnecting({ stores: { connection } }: Widget, claim: Claim): void {
  const { namespace } = claim
  if (!claim.isCurrent()) return
  claim.settle()
  if (connection.get()[namespace]?.status === 'connecting') {
    connection.set({ [namespace]: disconnected })
  }
}
