import { namespaces } from '@latchkey/wire/caip'
import { cancelReconnect, markReady } from '../core/connection/actions/cancelReconnect.js'
import { addAnnouncedWallet } from '../core/wallets/actions/addAnnouncedWallet.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './engine.js'
import type { Lazy } from './loadOnce.js'

const resultParameter = 'result_uri='

/** Removes the result of a social log-in redirect from the URL and resumes that log-in. */
export async function resumeLogin(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { pathname, search, hash } = location
  const parts = search.split(/[?&]/)
  const found = parts.find((part) => part.startsWith(resultParameter))
  if (!found || !widget.config.loginUrl) return
  const rest = parts.filter((part) => part && !part.startsWith(resultParameter)).join('&')
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash)
  try {
    const { resumeSocialLogin } = await engine.load()
    await resumeSocialLogin(widget, decodeURIComponent(found.slice(resultParameter.length)))
  } catch (error) {
    widget.ports.log.warn(resultParameter, error)
  }
}

/** Reconnects stored connections, or disconnects them when `enableReconnect` is off (specification §4). */
export async function restoreConnections(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { log, storage } = widget.ports
  const isStored = namespaces.some((one) => storage.get(`${one}:connected_connector_id`))
  try {
    if (isStored || storage.get('pairing_pending')) {
      const { actions, loadFacadeCalls } = await engine.load()
      const mustDisconnect = isStored && !widget.config.reconnect
      if (mustDisconnect) await (await loadFacadeCalls()).disconnectStored(widget)
      else await actions.reconnect(widget)
    }
  } catch (error) {
    log.warn('Earlier connections could not be restored', error)
    cancelReconnect(widget)
  }
  markReady(widget)
  watchOtherTabs(widget, engine)
}

/** Loads the engine when another tab connects; from then on an effect syncs the tabs. */
function watchOtherTabs(widget: Widget, engine: Lazy<Engine>): void {
  const { log, storage } = widget.ports
  const stop = storage.watch(async (key) => {
    if (engine.current || !key.endsWith(':connected_connector_id')) return
    try {
      const { actions } = await engine.load()
      await actions.reconnect(widget)
    } catch (error) {
      log.warn('The connection of another tab could not be restored', error)
    }
  })
  widget.signal.addEventListener('abort', stop, { once: true })
}

/** Adds wallets found in the page until the widget is destroyed. */
export function discoverWallets(widget: Widget, engine: Pick<Lazy<Engine>, 'load'>): void {
  const { config, families, ports, signal } = widget
  if (!config.walletsEnabled) return
  const options = { announced: config.announcedWallets, injected: config.injectedWallets }
  for (const source of [...families.values(), ...config.connectors]) {
    const stop = source.discover(options, (wallet) => {
      addAnnouncedWallet(widget, { wallet })
      // The page runs inside this wallet: an effect connects it.
      if (wallet.isHost) engine.load().catch(ports.log.warn)
    })
    signal.addEventListener('abort', stop, { once: true })
  }
}
