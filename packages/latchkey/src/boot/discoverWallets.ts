import * as limits from '../core/limits.js'
import type { Widget } from '../core/widget.js'

/** Keeps the list of wallets in the page, for as long as the widget lives. */
export function discoverWallets(widget: Widget): void {
  const { config, families, stores, signal } = widget
  if (!config.walletsEnabled) return
  const options = { announced: config.announcedWallets, injected: config.injectedWallets }
  for (const family of families.values()) {
    const stop = family.discover(options, (wallet) => {
      const { announced } = stores.registry.get()
      if (announced.length >= limits.announcedWallets) return
      if (announced.some(({ id, namespace }) => id === wallet.id && namespace === wallet.namespace))
        return
      stores.registry.set({ announced: [...announced, wallet] })
    })
    signal.addEventListener('abort', stop, { once: true })
  }
}
