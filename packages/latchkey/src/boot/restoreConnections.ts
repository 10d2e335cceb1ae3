import { namespaces } from '@latchkey/wire/caip'
import { abandonRestores } from '../core/actions/abandonRestores.js'
import { markReady } from '../core/actions/markReady.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'

/**
 * Restores earlier connections, or ends them when the site wants no reconnecting (specification §4). A
 * page that has none loads nothing for it.
 */
export async function restoreConnections(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { config } = widget
  const { log, storage } = widget.ports
  const stored = namespaces.filter(
    (namespace) => storage.get(`${namespace}:connected_connector_id`) !== undefined,
  )
  try {
    if (!config.reconnect && stored.length > 0) {
      const { loadSiteCalls } = await engine.load()
      const { disconnectStored } = await loadSiteCalls()
      await disconnectStored(widget)
    } else if (stored.length > 0 || storage.get('pairing_pending') !== undefined) {
      const { actions } = await engine.load()
      await actions.reconnect(widget)
    }
  } catch (error) {
    log.warn('Earlier connections could not be restored', error)
    abandonRestores(widget)
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
