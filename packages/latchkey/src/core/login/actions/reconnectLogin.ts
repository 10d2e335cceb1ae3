import type { Namespace } from '@latchkey/wire/caip'
import { type Claims, claimNamespaces, isClaimed } from '../../connection/actions/claims.js'
import { getConnection } from '../../connection/store.js'
import { FrameSilentError } from '../../runtime/errors/login.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import type { Widget } from '../../widget.js'
import { loginNamespaces } from '../login.js'
import { connectLogin } from './connectLogin.js'
import { clearLogin, openLoginConnector } from './loginSession.js'

export type ReconnectLoginParameters = { readonly claims: Claims }

/**
 * Restores the log-in of an earlier page (specification §4). After three seconds the visitor is shown as
 * logged out; if the frame responds later, they are still connected, unless an attempt is pending.
 */
export async function reconnectLogin(
  widget: Widget,
  { claims: stored }: ReconnectLoginParameters,
): Promise<void> {
  const { clock, log } = widget.ports
  const claims = new Map([...stored, ...claimOthers(widget, stored)])
  const late = () => new FrameSilentError('iframe_load_failed')
  const isLoggedIn = readIsLoggedIn(widget)
  const connect = (signal: AbortSignal) => connectLogin(widget, { signal, claims })
  try {
    const canConnect = await withTimeout(
      clock,
      { limit: limits.loginRestoreWait, late },
      () => isLoggedIn,
    )
    if (canConnect) await withTimeout(clock, { limit: limits.walletSilentWait, late }, connect)
    else clearLogin(widget)
  } catch (error) {
    log.warn('Could not restore the login', error)
    void connectLate()
  }
  for (const claim of claims.values()) claim.settle()

  async function connectLate() {
    try {
      if ((await isLoggedIn) && widget.attempts.size === 0) await connect(widget.signal)
    } catch {
      // Logged above, or replaced by a later step.
    }
  }
}

/** Claims namespaces the log-in was not stored for. Valid while a stored one is. */
function claimOthers(widget: Widget, stored: Claims): Claims {
  const isStoredCurrent = () => [...stored.values()].some((claim) => claim.isCurrent())
  const others = claimNamespaces(widget, getUnusedNamespaces(widget))
  return new Map(
    [...others].map(([namespace, claim]) => [
      namespace,
      { ...claim, isCurrent: () => claim.isCurrent() && isStoredCurrent() },
    ]),
  )
}

/** Namespaces without a connection, a stored connection or a pending step. */
function getUnusedNamespaces(widget: Widget): readonly Namespace[] {
  const { families, ports } = widget
  return loginNamespaces.filter(
    (namespace) =>
      families.has(namespace) &&
      ports.storage.get(`${namespace}:connected_connector_id`) === undefined &&
      !getConnection(widget, namespace) &&
      !isClaimed(widget, namespace),
  )
}

async function readIsLoggedIn(widget: Widget): Promise<boolean> {
  const connector = await openLoginConnector(widget)
  const { signal } = widget
  const { isConnected } = await connector.request('IS_CONNECTED', {}, { signal })
  return isConnected
}
