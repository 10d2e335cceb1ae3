import { loadOnce } from '../../boot/loadOnce.js'
import { getConnection } from '../../core/connection/store.js'
import { type DescribeButton, parseNamespace } from './buttonModel.js'
import { connectButton } from './connectButton.js'
import { createButtonClass } from './createButtonClass.js'
import { createModalClass } from './elementClasses.js'
import { networkButton } from './networkButton.js'

/** Registers the elements. Does nothing on a server or when called again. */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  const either = (): DescribeButton => {
    const account = lazyAccountButton()
    return (instance, settings, rerender) => {
      const isConnected = getConnection(instance.widget, parseNamespace(settings)) !== undefined
      return account(instance, settings, rerender) ?? connectButton(instance, settings, isConnected)
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

/** The account button is loaded with the first connection. */
function lazyAccountButton(): DescribeButton {
  const account = loadOnce(() => import('./accountButton.js'))

  return (instance, settings, rerender) => {
    const { widget } = instance
    if (!getConnection(widget, parseNamespace(settings))) return undefined
    if (account.current) return account.current.accountButton(instance, settings, rerender)
    account
      .load()
      .then(rerender, (error: unknown) =>
        widget.ports.log.error('The account button could not be loaded', error),
      )
    return undefined
  }
}
