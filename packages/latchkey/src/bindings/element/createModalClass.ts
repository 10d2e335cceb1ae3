import { findInstance } from '../../boot/instances.js'

/** `<latchkey-modal>`: placed by the widget itself, or by the site in embedded mode. */
export function createModalClass(): CustomElementConstructor {
  return class extends HTMLElement {
    #stop: (() => void) | undefined

    connectedCallback() {
      this.#stop = findInstance(this.getAttribute('instance') ?? undefined, (instance) => {
        if (instance.widget.config.embedded) instance.host.adopt(this)
      })
    }

    disconnectedCallback() {
      this.#stop?.()
    }
  }
}
