import { revokeSession } from '@latchkey/wire/http/sessions'
import type { Hex } from 'viem'
import { type Route, route } from '../../http/route.js'
import type { Sessions } from '../../sources/sessions/createSessions.js'

export function revokeSessionRoute({ sessions }: { readonly sessions: Sessions }): Route {
  return route(revokeSession, async ({ account, pci, signature }, { project, signal }) => {
    await sessions.revoke(project, account, { pci, signature: signature as Hex }, signal)
    return undefined
  })
}
