import type { Hex } from '@latchkey/wire/rpc/eip155'
import { getPageInstance, type Instance } from '../boot/instances.js'
import type { Latchkey } from '../boot/latchkey.js'
import { SmartSessionError } from '../core/runtime/errors/sessions.js'
import type { PermissionGrant, PermissionRequest } from '../core/sessions/permissionRequest.js'
import type { SmartSessionDetails } from '../core/sessions/smartSession.js'
import { parseRequest } from './parseRequest.js'

/** The widget of a call: the one given, or the page's. Smart sessions have to be on. */
function getInstance(latchkey: Latchkey | undefined): Instance {
  const instance = getPageInstance(latchkey)
  if (!instance) throw new SmartSessionError('no-widget')
  if (!instance.widget.stores.settings.get().features.smartSessions) {
    throw new SmartSessionError('off')
  }
  return instance
}

/** A grant with the account that made it. */
export type GrantedPermission = PermissionGrant & { readonly address: Hex }

/**
 * Asks the visitor for a permission. Resolves once the wallet has granted it; the modal then shows that.
 * Give `context` to your server, for `createSessionClient` of `latchkey/sessions/server`. Rejects with a
 * `SmartSessionError` if the request or the wallet does not allow it, with a `UserRejectedError` if the
 * visitor declined.
 */
export async function grantPermissions(
  request: PermissionRequest,
  latchkey?: Latchkey,
): Promise<GrantedPermission> {
  const { widget, host } = getInstance(latchkey)
  const parsed = parseRequest(request, widget.ports.clock.now())
  const [{ grantSession }] = await Promise.all([
    import('../features/sessions/actions/grantSession.js'),
    host.fetch(),
  ])
  const grant = await grantSession(widget, { request: parsed })
  await host.mount()
  return grant
}

/**
 * The permissions that the connected account granted to this site, with what the chain says about each of
 * them. Rejects if none of the lists can be read.
 */
export async function getSmartSessions(
  latchkey?: Latchkey,
): Promise<readonly SmartSessionDetails[]> {
  const { widget } = getInstance(latchkey)
  const { readSessions } = await import('../features/sessions/actions/readSessions.js')
  return readSessions(widget)
}

/** Revokes a permission; the wallet asks the visitor. Resolves once the chain no longer accepts it. */
export async function revokeSmartSession(
  session: Pick<SmartSessionDetails, 'id'>,
  latchkey?: Latchkey,
): Promise<void> {
  const { widget, host } = getInstance(latchkey)
  const [{ revokeSessionById }] = await Promise.all([
    import('../features/sessions/actions/readSessions.js'),
    host.fetch(),
  ])
  await revokeSessionById(widget, { id: session.id })
}

/** Whether the connected wallet announces permissions on the active network. Never prompts or rejects. */
export async function isSmartSessionSupported(latchkey?: Latchkey): Promise<boolean> {
  const instance = getPageInstance(latchkey)
  if (!instance?.widget.stores.settings.get().features.smartSessions) return false
  const { isSupported } = await import('../features/sessions/actions/readSessions.js')
  return isSupported(instance.widget)
}
