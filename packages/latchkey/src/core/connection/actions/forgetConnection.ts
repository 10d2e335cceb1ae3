import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { isSame, revisionOf, storeConnections, storedConnections } from '../stored.js'

export type ForgetConnectionParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly address: string
}

/** Takes an account out of what is kept of earlier connections; a wallet goes with its last one. */
export function forgetConnection(
  widget: Widget,
  { namespace, connectorId, address }: ForgetConnectionParameters,
): void {
  const stored = storedConnections(widget)
  const left = (stored[namespace] ?? []).flatMap((one) => {
    if (one.connectorId !== connectorId) return one
    const accounts = one.accounts.filter((account) => !isSame(account.address, address))
    return accounts.length > 0 ? { ...one, accounts } : []
  })
  storeConnections(widget, { ...stored, [namespace]: left })
  revisionOf(widget).set(({ revision }) => ({ revision: revision + 1 }))
}
