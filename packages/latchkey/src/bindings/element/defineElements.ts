import { connectedIn } from '../../core/connection/selectors.js'
import { type DescribeButton, namespaceIn } from './buttonModel.js'
import { connectButton } from './connectButton.js'
import { createButtonClass } from './createButtonClass.js'
import { createModalClass } from './createModalClass.js'
import { lazyAccountButton } from './lazyAccountButton.js'
import { networkButton } from './networkButton.js'

/** Registers the elements; harmless on a server and when called again. */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  const either = (): DescribeButton => {
    const account = lazyAccountButton()
    return (instance, settings, redraw) => {
      const isConnected = connectedIn(instance.widget, namespaceIn(settings)) !== undefined
      return account(instance, settings, redraw) ?? connectButton(instance, settings, isConnected)
    }
  }
  const elements = {
    'latchkey-button': () => createButtonClass(either()),
    'latchkey-connect-button': () =>
      createButtonClass((instance, settings) => connectButton(instance, settings)),
    'latchkey-account-button': () => createButtonClass(lazyAccountButton()),
    'latchkey-network-button': () => createButtonClass(networkButton),
    'latchkey-modal': createModalClass,
  }
  for (const [name, createClass] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, createClass())
  }
}
