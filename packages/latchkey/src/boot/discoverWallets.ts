import { listAnnounced } from '../core/actions/listAnnounced.js'
import type { Widget } from '../core/widget.js'

/** Keeps the list of wallets in the page, for as long as the widget lives. */
export function discoverWallets(widget: Widget): void {
  const { config, families, signal } = widget
  if (!config.walletsEnabled) return
  const options = { announced: config.announcedWallets, injected: config.injectedWallets }
  for (const source of [...families.values(), ...config.connectors]) {
    const stop = source.discover(options, (wallet) => listAnnounced(widget, { wallet }))
    signal.addEventListener('abort', stop, { once: true })
  }
}
