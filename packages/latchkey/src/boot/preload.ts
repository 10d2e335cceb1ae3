import type { Widget } from '../core/widget.js'
import type { ModalHost } from './modalHost.js'

export type Preload = {
  /** The visitor looks like opening the modal: hover, focus or press of a button. */
  intent(): void
}

/** Fetches the interface early, when the site's `preload` option allows it. */
export function createPreload(widget: Widget, host: ModalHost): Preload {
  const { config, ports, signal } = widget
  // A fetch that fails here is tried again, and told of, when the modal is opened.
  const quietly = (work: Promise<unknown>) =>
    work.catch((error: unknown) => ports.log.warn('Could not preload the wallet window', error))

  if (config.preload === 'idle' && !ports.system.savesData()) {
    ports.system.whenIdle(() => {
      if (!signal.aborted) void quietly(host.fetch())
    })
  }
  return {
    intent() {
      if (config.preload !== 'none' && !signal.aborted) void quietly(rehearse())
    },
  }

  /** A click that is waiting for the fetch goes first: it draws the window once, open. */
  async function rehearse(): Promise<void> {
    await host.fetch()
    await ports.clock.sleep(0, signal)
    await host.mount()
  }
}
