import { openModal } from '../../modal/actions/navigation.js'
import type { Route } from '../../modal/views.js'
import type { Widget } from '../../widget.js'

const signInRoute: Route = { view: 'SIWXSignMessage' }

/** Shows the sign-in view, in place of the current view if the modal is open. */
export function openSignIn(widget: Widget): void {
  const { modal, router, siwx } = widget.stores
  if (!modal.get().isOpen && !widget.config.embedded) openModal(widget, { route: signInRoute })
  // Visitors who do not have to sign in can go back to their account.
  const account: Route = { view: 'Account' }
  router.set({
    history: siwx.get().isRequired ? [signInRoute] : [account, signInRoute],
    direction: modal.get().isOpen ? 'next' : 'none',
  })
}
