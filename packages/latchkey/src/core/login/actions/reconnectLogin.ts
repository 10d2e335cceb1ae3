import type { Namespace } from '@latchkey/wire/caip'
import { type Claims, claimNamespaces, isClaimed } from '../../connection/actions/claims.js'
import { getConnection } from '../../connection/store.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import { FrameSilentError } from '../../runtime/errors/login.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { loginNamespaces } from '../login.js'
import { openLoginConnector } from '../openLoginConnector.js'
import { connectLogin } from './connectLogin.js'
import { clearLogin } from './saveLogin.js'

export type ReconnectLoginParameters = { readonly claims: Claims }

/**
 * Restores the login of an earlier page (specification §4). After three seconds without an answer the
 * visitor is shown as signed out; a frame that was only slow still signs them in, unless they did
 * something else since.
 */
export async function reconnectLogin(
  widget: Widget,
  { claims: stored }: ReconnectLoginParameters,
): Promise<void> {
  const { clock, log } = widget.ports
  const claims = new Map([...stored, ...claimFurther(widget, stored)])
  const late = () => new FrameSilentError('iframe_load_failed')
  const asked = isSignedIn(widget)
  const adopt = (signal: AbortSignal) => connectLogin(widget, { signal, claims })
  try {
    const isIn = await withTimeout(clock, { limit: limits.loginRestoreWait, late }, () => asked)
    if (isIn) await withTimeout(clock, { limit: limits.walletSilentWait, late }, adopt)
    else clearLogin(widget)
  } catch (error) {
    log.warn('Could not restore the login', error)
    void signInLate()
  }
  for (const claim of claims.values()) claim.settle()

  async function signInLate() {
    try {
      if ((await asked) && widget.attempts.size === 0) await adopt(widget.signal)
    } catch {
      // Logged above, or the visitor has done something else.
    }
  }
}

/** Families that this login was not stored for. They count only while it is wanted for a stored one. */
function claimFurther(widget: Widget, stored: Claims): Claims {
  const isWanted = () => [...stored.values()].some((claim) => claim.isCurrent())
  const further = claimNamespaces(widget, freeFamilies(widget))
  return new Map(
    [...further].map(([namespace, claim]) => [
      namespace,
      { ...claim, isCurrent: () => claim.isCurrent() && isWanted() },
    ]),
  )
}

/** A family that another wallet was left connected for waits for that one. */
function freeFamilies(widget: Widget): readonly Namespace[] {
  const { families, ports } = widget
  return loginNamespaces.filter(
    (namespace) =>
      families.has(namespace) &&
      ports.storage.get(`${namespace}:connected_connector_id`) === undefined &&
      !getConnection(widget, namespace) &&
      !isClaimed(widget, namespace),
  )
}

async function isSignedIn(widget: Widget): Promise<boolean> {
  const connector = await openLoginConnector(widget)
  const { signal } = widget
  const { isConnected } = await connector.request('IS_CONNECTED', {}, { signal })
  return isConnected
}
