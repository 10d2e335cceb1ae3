import { watch } from '../core/runtime/createStore.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './engine.js'
import { type Lazy, loadOnce } from './loadOnce.js'

/** The interface, in whichever flavour the entry point carries. */
export type ModalLoader = () => Promise<{
  mount(
    widget: Widget,
    host: { container: HTMLElement; embedded: boolean; actions: Engine['actions'] },
  ): { unmount(): void }
}>

export type ModalHost = {
  /** The `<latchkey-modal>` element; made on first use. */
  element(): HTMLElement
  /** In embedded mode the site's own element takes the modal's place. */
  adopt(element: HTMLElement): void
  /** Fetches the interface without running it. */
  fetch(): Promise<unknown>
  /** Fetches the interface and makes it ready to show. */
  mount(): Promise<void>
  readonly isMounted: boolean
  destroy(): void
}

export function createModalHost(
  widget: Widget,
  engine: Lazy<Engine>,
  loadModal: ModalLoader,
): ModalHost {
  const { config, stores } = widget
  const modal = loadOnce(loadModal)
  let element: HTMLElement | undefined
  /** An element the site placed stays the site's when the widget goes. */
  let isOurs = true
  let mounted: { unmount(): void } | undefined

  function ensureElement(): HTMLElement {
    element ??= document.createElement('latchkey-modal')
    if (config.append && !config.embedded && !element.isConnected) document.body.append(element)
    return element
  }

  async function mount(): Promise<void> {
    const [{ actions }, { mount: mountInto }] = await Promise.all([engine.load(), modal.load()])
    if (mounted || widget.signal.aborted) return
    const container = ensureElement()
    mounted = mountInto(widget, { container, embedded: config.embedded, actions })
  }

  // Effects may open the modal too, not only a click.
  const stop = watch(
    stores.modal,
    ({ isOpen }) => isOpen,
    (isOpen) => {
      if (!isOpen || mounted) return
      mount().catch((error: unknown) => {
        widget.ports.log.error('The wallet window could not be shown', error)
        engine.current?.actions.closeModal(widget)
      })
    },
  )

  return {
    element: ensureElement,
    adopt(adopted) {
      if (element === adopted) return
      mounted?.unmount()
      mounted = undefined
      if (isOurs) element?.remove()
      element = adopted
      isOurs = false
      mount().catch((error: unknown) =>
        widget.ports.log.error('The wallet window could not be shown', error),
      )
    },
    fetch: () => Promise.all([engine.load(), modal.load()]),
    mount,
    get isMounted() {
      return mounted !== undefined
    },
    destroy() {
      stop()
      mounted?.unmount()
      mounted = undefined
      if (isOurs) element?.remove()
    },
  }
}

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
