import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { type Claim, claimNamespace } from '../ownership.js'
import { connectionOf, disconnected } from '../store.js'

export type BeginConnectingParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
}

/** Claims a chain family and shows it as `connecting`, unless it is connected. */
export function beginConnecting(
  widget: Widget,
  { namespace, connectorId }: BeginConnectingParameters,
): Claim {
  const { connection } = widget.stores
  const claim = claimNamespace(widget, namespace)
  if (connectionOf(connection.get(), namespace).status !== 'connected') {
    connection.set({ [namespace]: { status: 'connecting', connectorId } })
  }
  return claim
}

/** Ends a step that has connected nothing. Does nothing after a later step. */
export function failConnecting({ stores: { connection } }: Widget, claim: Claim): void {
  const { namespace } = claim
  if (!claim.isCurrent()) return
  claim.settle()
  if (connection.get()[namespace]?.status === 'connecting') {
    connection.set({ [namespace]: disconnected })
  }
}
