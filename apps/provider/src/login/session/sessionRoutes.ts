import { endSession, listSessions, readSession } from '@latchkey/wire/login/session'
import type { LoginParts } from '../LoginParts.js'
import { type LoginRoute, sessionRoute } from './loginRoute.js'

/** Reads, lists and ends sessions. */
export function sessionRoutes({ accounts, sessions }: LoginParts): readonly LoginRoute[] {
  return [
    sessionRoute(readSession, async (_, { session }) => ({
      person: await accounts.readPerson({ ...session, id: session.accountId }),
      expiresAt: session.expiresAt,
    })),
    sessionRoute(endSession, async ({ everywhere, others }, { session }) => {
      if (everywhere) await sessions.endAll(session.accountId)
      else if (others) await sessions.endAll(session.accountId, session.id)
      else await sessions.end(session)
      return undefined
    }),
    sessionRoute(listSessions, async (_, { session }) => {
      const all = await sessions.list(session.accountId)
      return {
        sessions: all.map(({ id, origin, createdAt, lastUsedAt }) => ({
          id,
          origin,
          createdAt,
          lastUsedAt,
          isThis: id === session.id,
        })),
      }
    }),
  ]
}
