import { addAnnouncedWallet } from '../core/wallets/actions/addAnnouncedWallet.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'

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
