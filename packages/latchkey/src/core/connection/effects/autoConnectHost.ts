import type { Widget } from '../../widget.js'

/** Connects the wallet the page runs in, as soon as it is found. */
export function autoConnectHost(widget: Widget): () => void {
  const { registry } = widget.stores

  async function check() {
    const wallet = registry.get().announced.find(({ isHost }) => isHost)
    if (!wallet) return
    try {
      const { connectHost } = await import('../actions/connectHost.js')
      await connectHost(widget, { wallet })
    } catch (error) {
      widget.ports.log.warn(`The page runs in ${wallet.name}, which did not connect`, error)
    }
  }

  void check()
  return registry.subscribe(check)
}
