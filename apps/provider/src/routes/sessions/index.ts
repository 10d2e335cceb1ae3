import type { Route } from '../../http/route.js'
import type { Sessions } from '../../sources/sessions/createSessions.js'
import { getSessionsRoute } from './getSessionsRoute.js'
import { revokeSessionRoute } from './revokeSessionRoute.js'

/** Permissions of sites for accounts (smart sessions). */
export function sessionRoutes(parts: { readonly sessions: Sessions }): Route[] {
  return [getSessionsRoute(parts), revokeSessionRoute(parts)]
}
