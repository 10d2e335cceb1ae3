import type { Namespace } from '@latchkey/wire/caip'
import { withDeadline } from '../deadline.js'
import { FrameSilentError } from '../errors/login.js'
import * as limits from '../limits.js'
import { loginConnectorId, loginNamespaces } from '../login.js'
import { openLogin } from '../openLogin.js'
import { connectionOf, disconnected } from '../stores/connection.js'
import type { Widget } from '../widget.js'
import { adoptLogin } from './adoptLogin.js'
import { forgetLogin } from './rememberLogin.js'

export type ReconnectLoginParameters = { readonly namespaces: readonly Namespace[] }

/**
 * Takes up the login of an earlier page (specification §4). After three seconds without an answer the
 * visitor is shown as signed out; a frame that was only slow still signs them in, unless they did
 * something else meanwhile.
 */
export async function reconnectLogin(
  widget: Widget,
  { namespaces }: ReconnectLoginParameters,
): Promise<void> {
  const { clock, log, storage } = widget.ports
  const { connection } = widget.stores
  for (const namespace of namespaces) {
    connection.set({ [namespace]: { status: 'connecting', connectorId: loginConnectorId } })
  }
  // A family that another wallet was left connected for waits for that one.
  const ours = loginNamespaces.filter((namespace) => {
    const left = storage.get(`${namespace}:connected_connector_id`)
    return left === undefined || left === loginConnectorId
  })
  const late = () => new FrameSilentError('iframe_load_failed')
  const asked = isSignedIn(widget)
  try {
    const isIn = await withDeadline(clock, { limit: limits.loginRestoreWait, late }, () => asked)
    if (isIn) await withDeadline(clock, { limit: limits.walletSilentWait, late }, adopt)
    else forgetLogin(widget)
  } catch (error) {
    log.warn('Could not restore the login', error)
    asked
      .then((isIn) => isIn && isUntouched(widget, namespaces) && adopt(widget.signal))
      .catch(() => undefined)
  }
  for (const namespace of namespaces) {
    const state = connection.get()[namespace]
    if (state?.status === 'connecting' && state.connectorId === loginConnectorId) {
      connection.set({ [namespace]: disconnected })
    }
  }

  function adopt(signal: AbortSignal): Promise<unknown> {
    return adoptLogin(widget, { signal, namespaces: ours })
  }
}

async function isSignedIn(widget: Widget): Promise<boolean> {
  const connector = await openLogin(widget)
  const { signal } = widget
  const { isConnected } = await connector.request('IS_CONNECTED', {}, { signal })
  return isConnected
}

/** False once the visitor connected one of these, or began to connect, by hand. */
function isUntouched({ stores, attempts }: Widget, namespaces: readonly Namespace[]): boolean {
  const state = stores.connection.get()
  return (
    attempts.size === 0 &&
    namespaces.every((namespace) => connectionOf(state, namespace).status !== 'connected')
  )
}
