import { getSessions } from '@latchkey/wire/http/sessions'
import { type Route, route } from '../../http/route.js'
import type { Sessions } from '../../sources/sessions/createSessions.js'

export function getSessionsRoute({ sessions }: { readonly sessions: Sessions }): Route {
  return route(getSessions, async ({ account }, { project }) => ({
    pcis: await sessions.list(project, account),
  }))
}
