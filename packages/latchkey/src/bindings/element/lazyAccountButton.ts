import { loadOnce } from '../../boot/loadOnce.js'
import { connectedIn } from '../../core/connection/selectors.js'
import { type DescribeButton, namespaceIn } from './buttonModel.js'

/** The account button, fetched with the first connection: until then nobody needs it. */
export function lazyAccountButton(): DescribeButton {
  const account = loadOnce(() => import('./accountButton.js'))

  return (instance, settings, redraw) => {
    const { widget } = instance
    if (!connectedIn(widget, namespaceIn(settings))) return undefined
    if (account.current) return account.current.accountButton(instance, settings, redraw)
    account
      .load()
      .then(redraw, (error: unknown) =>
        widget.ports.log.error('The account button could not be loaded', error),
      )
    return undefined
  }
}
