import { findInstance } from '../../boot/instances.js'
import { readAttribute, reflectProperties, takeEarlyProperties } from './reflectProperties.js'

const modalProperties = { instance: 'text' } as const

/** `<latchkey-modal>`: placed by the widget itself, or by the site in embedded mode. */
export function createModalClass(): CustomElementConstructor {
  class ModalElement extends HTMLElement {
    #stop: (() => void) | undefined

    connectedCallback() {
      takeEarlyProperties(this, modalProperties)
      this.#stop = findInstance(readAttribute(this, 'instance'), (instance) => {
        if (instance.widget.config.embedded) instance.host.adopt(this)
      })
    }

    disconnectedCallback() {
      this.#stop?.()
    }
  }
  reflectProperties(ModalElement.prototype, modalProperties)
  return ModalElement
}
