import { createSession, getSessions, revokeSession } from '@latchkey/wire/http/sessions'
import type { Hex } from 'viem'
import { type Route, route } from '../../http/route.js'
import type { Sessions } from '../../sources/sessions/createSessions.js'

/** Permissions of sites for accounts (smart sessions). */
export function sessionRoutes(parts: { readonly sessions: Sessions }): Route[] {
  return [createSessionRoute(parts), getSessionsRoute(parts), revokeSessionRoute(parts)]
}

function createSessionRoute({ sessions }: { readonly sessions: Sessions }): Route {
  return route(createSession, async ({ account, context, ...session }, { project }) => ({
    pci: await sessions.add(project, account, { ...session, context: context as Hex }),
  }))
}

function getSessionsRoute({ sessions }: { readonly sessions: Sessions }): Route {
  return route(getSessions, async ({ account }, { project }) => ({
    pcis: await sessions.list(project, account),
  }))
}

function revokeSessionRoute({ sessions }: { readonly sessions: Sessions }): Route {
  return route(revokeSession, async ({ account, pci, signature }, { project, signal }) => {
    await sessions.revoke(project, account, { pci, signature: signature as Hex }, signal)
    return undefined
  })
}
