import { namespaces } from '@latchkey/wire/caip'
import { dropSession } from '../actions/dropSession.js'
import { reconnect } from '../actions/reconnect.js'
import type { Widget } from '../widget.js'

/** A connection made or ended in another tab of the site is made or ended here too. */
export function followOtherTabs(widget: Widget): () => void {
  const { storage } = widget.ports
  const { connection } = widget.stores

  return storage.watch((key) => {
    const namespace = namespaces.find((one) => key === `${one}:connected_connector_id`)
    if (!namespace) return
    const there = storage.get(`${namespace}:connected_connector_id`)
    const here = connection.get()[namespace]
    if (there === undefined) {
      if (here?.status === 'connected') dropSession(widget, { namespace })
    } else if (here === undefined || here.status === 'disconnected') {
      void reconnect(widget)
    }
  })
}
