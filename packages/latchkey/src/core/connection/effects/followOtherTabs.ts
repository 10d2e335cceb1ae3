import { namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { dropSession } from '../actions/dropSession.js'
import { reconnect } from '../actions/reconnect.js'
import { claimNamespace } from '../ownership.js'
import { connectionOf } from '../store.js'

/** A connection made or ended in another tab of the site is made or ended here too. */
export function followOtherTabs(widget: Widget): () => void {
  const { storage } = widget.ports

  return storage.watch((key) => {
    const namespace = namespaces.find((one) => key === `${one}:connected_connector_id`)
    if (!namespace) return
    const there = storage.get(`${namespace}:connected_connector_id`)
    const here = connectionOf(widget.stores.connection.get(), namespace)
    // A restore gives way to what another tab did since; the visitor's own attempt goes on.
    const isOutdated =
      here.status === 'connecting' &&
      here.connectorId !== there &&
      !widget.attempts.has(`connect:${namespace}`)
    if (isOutdated) claimNamespace(widget, namespace).settle()
    if (there === undefined) {
      if (isOutdated || here.status === 'connected') dropSession(widget, { namespace })
    } else if (isOutdated || here.status === 'disconnected') {
      void reconnect(widget)
    }
  })
}
