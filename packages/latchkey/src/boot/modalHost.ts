import { watch } from '../core/runtime/createStore.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './engine.js'
import { type Lazy, loadOnce } from './loadOnce.js'

/** Loads the interface; each entry point has its own renderer. */
export type ModalLoader = () => Promise<{
  mount(
    widget: Widget,
    host: { container: HTMLElement; embedded: boolean; actions: Engine['actions'] },
  ): { unmount(): void }
}>

export type ModalHost = {
  /** The `<latchkey-modal>` element, created on first use. */
  element(): HTMLElement
  /** Uses the site's own element (embedded mode). */
  attachTo(element: HTMLElement): void
  /** Loads the interface without rendering it. */
  fetch(): Promise<unknown>
  /** Loads and renders the interface. */
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
  /** An element of the site is not removed with the widget. */
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
    attachTo(target) {
      if (element === target) return
      mounted?.unmount()
      mounted = undefined
      if (isOurs) element?.remove()
      element = target
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
  /** The visitor is about to open the modal: hover, focus or pointer down on a button. */
  intent(): void
}

/** Loads the interface early, as the site's `preload` option allows. */
export function createPreload(widget: Widget, host: ModalHost): Preload {
  const { config, ports, signal } = widget
  // A failure is reported when the modal is opened.
  const logErrors = (work: Promise<unknown>) =>
    work.catch((error: unknown) => ports.log.warn('Could not preload the wallet window', error))

  if (config.preload === 'idle' && !ports.system.savesData()) {
    ports.system.whenIdle(() => {
      if (!signal.aborted) void logErrors(host.fetch())
    })
  }
  return {
    intent() {
      if (config.preload !== 'none' && !signal.aborted) void logErrors(loadAndMount())
    },
  }

  /** A click that waits for the fetch runs first, so that the modal renders once, open. */
  async function loadAndMount(): Promise<void> {
    await host.fetch()
    await ports.clock.sleep(0, signal)
    await host.mount()
  }
}
