import { namespaces } from '@latchkey/wire/caip'
import { markReady } from '../core/actions/markReady.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'

/**
 * Takes up earlier connections, or forgets them when the site wants no reconnecting. A page that has
 * none loads nothing for it.
 */
export async function restoreConnections(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { config, ports } = widget
  const stored = namespaces.filter(
    (namespace) => ports.storage.get(`${namespace}:connected_connector_id`) !== undefined,
  )
  if (!config.reconnect) {
    for (const namespace of stored) ports.storage.remove(`${namespace}:connected_connector_id`)
  } else if (stored.length > 0 || ports.storage.get('pairing_pending') !== undefined) {
    try {
      const { actions } = await engine.load()
      await actions.reconnect(widget)
    } catch (error) {
      ports.log.warn('Earlier connections could not be restored', error)
    }
  }
  markReady(widget)
  followFirstConnection(widget, engine)
}

/** Another tab may connect while nothing is loaded here; from then on an effect follows it. */
function followFirstConnection(widget: Widget, engine: Lazy<Engine>): void {
  const { log, storage } = widget.ports
  const stop = storage.watch(async (key) => {
    if (engine.current || !key.endsWith(':connected_connector_id')) return
    try {
      const { actions } = await engine.load()
      await actions.reconnect(widget)
    } catch (error) {
      log.warn('The connection of another tab could not be followed', error)
    }
  })
  widget.signal.addEventListener('abort', stop, { once: true })
}
