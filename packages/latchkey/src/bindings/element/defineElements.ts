import { accountButton } from './accountButton.js'
import { connectButton } from './connectButton.js'
import { createButtonClass } from './createButtonClass.js'
import { createModalClass } from './createModalClass.js'
import { networkButton } from './networkButton.js'

/** Registers the elements; harmless on a server and when called again. */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  const either = (...[instance, attributes]: Parameters<typeof accountButton>) =>
    accountButton(instance, attributes) ?? connectButton(instance, attributes)
  const elements = {
    'latchkey-button': () => createButtonClass(either),
    'latchkey-connect-button': () => createButtonClass(connectButton),
    'latchkey-account-button': () => createButtonClass(accountButton),
    'latchkey-network-button': () => createButtonClass(networkButton),
    'latchkey-modal': createModalClass,
  }
  for (const [name, createClass] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, createClass())
  }
}
