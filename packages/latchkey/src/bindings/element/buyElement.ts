import type { LatchkeyBuyProps } from './buttonProps.js'
import { createReflectingClass } from './elementClasses.js'

/** Registers `<latchkey-buy>`. Does nothing on a server or when called again. */
export function defineBuyElement(): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-buy')) return
  customElements.define('latchkey-buy', createBuyClass())
}

/** The form is loaded with the first element on the page. */
function createBuyClass(): CustomElementConstructor {
  return class BuyElement extends createReflectingClass<LatchkeyBuyProps>({
    disabled: 'flag',
    instance: 'text',
    amount: 'text',
    currency: 'text',
    token: 'text',
  }) {
    override connectedCallback() {
      super.connectedCallback()
      import('./buyForm.js').then(({ showBuyForm }) => showBuyForm(this), reportError)
    }
  }
}
