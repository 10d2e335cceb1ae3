import type { Namespace } from '@latchkey/wire/caip'
import { getConnection, getConnectionState, isAnyConnected } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { cancelAttempt } from '../../runtime/attempt.js'
import * as limits from '../../runtime/limits.js'
import { mustSignIn } from '../../siwx/signInAccount.js'
import type { Widget } from '../../widget.js'
import { currentRoute } from '../store.js'
import { getViewFacts, type Route } from '../views.js'
import { dismissToast } from './notify.js'

export type OpenModalParameters = {
  readonly namespace?: Namespace | undefined
  readonly uri?: string | undefined
  /** Account or Connect by default, depending on the connection. */
  readonly route?: Route | undefined
}

/** Opens the modal; if it is open already, shows another view. */
export function openModal(
  widget: Widget,
  { namespace, uri, route }: OpenModalParameters = {},
): void {
  const { modal, pairing, connection } = widget.stores
  const connected = isAnyConnected(connection.get())
  if (widget.config.basic && connected && route?.view !== 'SIWXSignMessage') return
  if (namespace) setNamespace(widget, { namespace })
  if (uri !== undefined) {
    pairing.set({ phase: 'waiting', uri, expiresAt: undefined, isPublished: true })
  }
  navigate(widget, { ...(route ?? getHomeRoute(widget)), how: 'reset' })
  const { isOpen } = modal.get()
  modal.set({ isOpen: true, namespace })
  if (!isOpen) recordEvent(widget, { event: 'MODAL_OPEN', properties: { connected } })
}

/** The first view: an account that has to sign in does so first. */
function getHomeRoute(widget: Widget): Route {
  if (!getConnection(widget)) return { view: 'Connect' }
  return { view: mustSignIn(widget) ? 'SIWXSignMessage' : 'Account' }
}

/** Closes from any view; in embedded mode it shows the first view instead. */
export function closeModal(widget: Widget): void {
  const { modal, connection, pairing } = widget.stores
  const connected = isAnyConnected(connection.get())
  for (const name of [...widget.attempts.keys()]) cancelAttempt(widget, name)
  const { isOpen } = modal.get()
  // First, so that no offer is prepared for a modal that closes.
  if (!widget.config.embedded) modal.set({ isOpen: false, namespace: undefined })
  pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined, error: undefined })
  dismissToast(widget)
  if (widget.config.embedded) {
    const home = mustSignIn(widget) ? 'SIWXSignMessage' : 'Account'
    navigate(widget, { view: connected ? home : 'Connect', how: 'reset' })
    return
  }
  if (isOpen) recordEvent(widget, { event: 'MODAL_CLOSE', properties: { connected } })
}

/** Closes for the visitor, unless they have to leave an unsupported network or sign in first. */
export function requestClose(widget: Widget): void {
  const state = widget.stores.router.get()
  const current = currentRoute(state)
  // Visitors leave such a view by switching the network, so that view inherits the rule.
  const routes = current.view === 'SwitchNetwork' ? state.history : [current]
  if (routes.some(isBlocking) || isSigningIn(widget, current)) shake(widget)
  else closeModal(widget)
}

/** Only if the app does not support the network: a feature that does not is left alone. */
function isBlocking({ view, params }: Route): boolean {
  const { canClose } = getViewFacts(view)
  return canClose === false && !params
}

/** Also on the approval of a signature, where closing would leave the sign-in behind. */
function isSigningIn(widget: Widget, { view }: Route): boolean {
  return mustSignIn(widget) && (view === 'SIWXSignMessage' || view === 'ApproveTransaction')
}

/** Shakes the card once; a second call during the animation changes nothing. */
async function shake(widget: Widget): Promise<void> {
  const { modal } = widget.stores
  if (modal.get().isShaking) return
  modal.set({ isShaking: true })
  await widget.ports.clock.sleep(limits.shakeDuration)
  modal.set({ isShaking: false })
}

export type NavigateParameters = Route & {
  /** `push` by default. */
  readonly how?: 'push' | 'replace' | 'reset' | undefined
}

/** Shows a view. Does nothing if it is the current one. */
export function navigate(widget: Widget, { how = 'push', ...route }: NavigateParameters): void {
  const { router } = widget.stores
  const { history } = router.get()
  if (how === 'reset') {
    router.set({ history: [route as Route], direction: 'none' })
    return
  }
  if (currentRoute(router.get()).view === route.view) return
  const below = how === 'replace' ? history.slice(0, -1) : history
  const [first = route as Route, ...rest] = [...below, route as Route]
  router.set({ history: [first, ...rest], direction: 'next' })
}

/** Shows the previous view; closes the modal from the first one. */
export function goBack(widget: Widget): void {
  const { router, connection, network } = widget.stores
  const [first, ...rest] = router.get().history.slice(0, -1)
  if (!first) {
    closeModal(widget)
    return
  }
  const history: [Route, ...Route[]] = [first, ...rest]
  const isConnected =
    getConnectionState(connection.get(), network.get().activeNamespace).status === 'connected'
  // Once connected, Connect is useful only for adding a wallet.
  if (isConnected && !rest[0] && first.view === 'Connect') history[0] = { view: 'Account' }
  router.set({ history, direction: 'prev' })
}
