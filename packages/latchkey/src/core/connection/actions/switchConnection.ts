import type { Namespace } from '@latchkey/wire/caip'
import { NotConnectedError } from '../../runtime/errors/connection.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { liveConnections } from '../liveConnections.js'
import { isSame } from '../stored.js'
import { showConnection } from './showConnection.js'

export type SwitchConnectionParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  /** One of the wallet's accounts; its first by default. */
  readonly address?: string | undefined
}

/** Makes one of the connected wallets, or another account of it, the active one. Nobody is asked. */
export function switchConnection(
  widget: Widget,
  { namespace, connectorId, address }: SwitchConnectionParameters,
): void {
  const { storage } = widget.ports
  const live = [...liveConnections(widget)].find(
    (one) => one.namespace === namespace && one.connectorId === connectorId,
  )
  const accounts = live?.session.accounts() ?? []
  const [first] = accounts
  const chosen =
    address === undefined ? first : accounts.find((one) => isSame(one.address, address))
  if (!live || !first || !chosen) throw new NotConnectedError()
  storage.set(`${namespace}:account_choice_cache`, `${first.address} ${chosen.address}`)
  widget.sessions.set(namespace, live.session)
  showConnection(widget, { namespace })
}
