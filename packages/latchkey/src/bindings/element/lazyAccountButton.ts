import { loadOnce } from '../../boot/loadOnce.js'
import { connectedIn } from '../../core/selectors.js'
import { type DescribeButton, namespaceAttribute } from './buttonModel.js'

/** The account button, fetched with the first connection: until then nobody needs it. */
export function lazyAccountButton(): DescribeButton {
  const account = loadOnce(() => import('./accountButton.js'))

  return (instance, attributes, redraw) => {
    const { widget } = instance
    if (!connectedIn(widget, namespaceAttribute(attributes))) return undefined
    if (account.current) return account.current.accountButton(instance, attributes, redraw)
    account
      .load()
      .then(redraw, (error: unknown) =>
        widget.ports.log.error('The account button could not be loaded', error),
      )
    return undefined
  }
}
