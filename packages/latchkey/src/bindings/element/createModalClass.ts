import { findInstance } from '../../boot/instances.js'
import type { LatchkeyModalProps } from './buttonProps.js'
import { createReflectingClass } from './createReflectingClass.js'

/** `<latchkey-modal>`: placed by the widget itself, or by the site in embedded mode. */
export function createModalClass(): CustomElementConstructor {
  return class ModalElement extends createReflectingClass<LatchkeyModalProps>({
    instance: 'text',
  }) {
    #stop: (() => void) | undefined

    override connectedCallback() {
      super.connectedCallback()
      this.#stop = findInstance(this.instance, (instance) => {
        if (instance.widget.config.embedded) instance.host.adopt(this)
      })
    }

    disconnectedCallback() {
      this.#stop?.()
    }
  }
}
