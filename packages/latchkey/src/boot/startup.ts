import { namespaces } from '@latchkey/wire/caip'
import { cancelReconnect } from '../core/connection/actions/cancelReconnect.js'
import { markReady } from '../core/modal/actions/markReady.js'
import { addAnnouncedWallet } from '../core/wallets/actions/addAnnouncedWallet.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './engine.js'
import type { Lazy } from './loadOnce.js'

const name = 'result_uri='

/**
 * Takes the result of a login, for which the page was sent away, out of its address before anything
 * else runs. Whether it is ours to take up is decided later.
 */
export async function resumeLogin(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { pathname, search, hash } = location
  const parts = search.split(/[?&]/)
  const found = parts.find((part) => part.startsWith(name))
  if (!found || !widget.config.loginUrl) return
  const kept = parts.filter((part) => part && !part.startsWith(name)).join('&')
  history.replaceState(history.state, '', pathname + (kept && `?${kept}`) + hash)
  try {
    const { resumeSocial } = await engine.load()
    await resumeSocial(widget, decodeURIComponent(found.slice(name.length)))
  } catch (error) {
    widget.ports.log.warn(name, error)
  }
}

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

/** Keeps the list of wallets in the page, for as long as the widget lives. */
export function discoverWallets(widget: Widget, engine: Pick<Lazy<Engine>, 'load'>): void {
  const { config, families, ports, signal } = widget
  if (!config.walletsEnabled) return
  const options = { announced: config.announcedWallets, injected: config.injectedWallets }
  for (const source of [...families.values(), ...config.connectors]) {
    const stop = source.discover(options, (wallet) => {
      addAnnouncedWallet(widget, { wallet })
      // The page runs in it: an effect connects it.
      if (wallet.isHost) engine.load().catch(ports.log.warn)
    })
    signal.addEventListener('abort', stop, { once: true })
  }
}
