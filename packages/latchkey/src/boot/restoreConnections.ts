import { namespaces } from '@latchkey/wire/caip'
import { cancelReconnect } from '../core/connection/actions/cancelReconnect.js'
import { markReady } from '../core/modal/actions/markReady.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'

/**
 * Restores earlier connections, or ends them when the site wants no reconnecting (specification §4). A
 * page that has none loads nothing for it.
 */
export async function restoreConnections(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { log, storage } = widget.ports
  const isStored = namespaces.some((one) => storage.get(`${one}:connected_connector_id`))
  try {
    if (isStored || storage.get('pairing_pending')) {
      const { actions, loadSiteCalls } = await engine.load()
      const isUnwanted = isStored && !widget.config.reconnect
      if (isUnwanted) await (await loadSiteCalls()).disconnectStored(widget)
      else await actions.reconnect(widget)
    }
  } catch (error) {
    log.warn('Earlier connections could not be restored', error)
    cancelReconnect(widget)
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
