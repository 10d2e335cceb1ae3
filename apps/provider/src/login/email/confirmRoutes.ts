import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import { confirmPresence, startConfirmation } from '@latchkey/wire/login/email'
import { loginRefusal } from '../loginRefusal.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../loginRoute.js'
import {
  checkCooldown,
  checkMailWorks,
  draftCode,
  type EmailParts,
  knownSession,
  refusedSending,
} from './EmailParts.js'
import { detailsOf } from './emailFlow.js'
import { FLOW_LIFE_MS } from './limits.js'

/** Shows once more that it is the person, before something delicate: a code to the address on file. */
export function confirmRoutes(parts: EmailParts): LoginRoute[] {
  return [
    sessionRoute(startConfirmation, ({ binding }, caller) => start(parts, binding, caller)),
    sessionRoute(confirmPresence, async ({ flowId, secret, code }, caller) => {
      const { flows, attempts, sessions } = parts
      const { project, network, session } = caller
      const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
      if (flow.purpose !== 'confirm' || flow.sessionId !== session.id) {
        throw loginRefusal('flow-unknown')
      }
      const knownAs = knownSession(session)
      await attempts.check(detailsOf(flow), code, { knownAs, network, projectId: project.id })
      if (!(await flows.finish(flow, 'code'))) throw loginRefusal('flow-unknown')
      return { until: await sessions.confirm(session) }
    }),
  ]
}

async function start(
  parts: EmailParts,
  binding: string,
  { project, network, origin, session }: SignedInCaller,
): Promise<ReplyOf<typeof startConfirmation>> {
  const { accounts, attempts, clock, flows, sends } = parts
  const address = await accounts.emailOf(session.accountId)
  // Without an address there is only one way to be recent: another login.
  if (address === null) throw loginRefusal('needs-recent-login')
  const knownAs = knownSession(session)
  checkMailWorks(parts, knownAs)
  const wanted = { projectId: project.id, binding, purpose: 'confirm', method: 'email' } as const
  const running = await flows.ofBinding(wanted)
  if (running) {
    if (running.sessionId !== session.id) throw loginRefusal('flow-unknown')
    checkCooldown(parts, detailsOf(running).askedAt)
  }
  // It is their own address, so they may know how often it was written to.
  const sending = await sends.ask({ address, knownAs, network, projectId: project.id })
  if (!sending.isAllowed) throw refusedSending(sending)
  const codeLength = await attempts.codeLength({ address, knownAs })
  const { code, send } = draftCode(parts, { address, origin, purpose: 'confirm', codeLength })
  const details = { address, askedAt: clock.now(), code }
  const flow = running
    ? await flows.move(running, { from: 'code', to: 'code', details, lifeMs: FLOW_LIFE_MS })
    : await flows.start({
        ...wanted,
        origin,
        sessionId: session.id,
        state: 'code',
        details,
        lifeMs: FLOW_LIFE_MS,
      })
  if (!flow) throw loginRefusal('flow-unknown')
  send()
  return { flowId: flow.id, codeLength, expiresAt: code.codeExpiresAt }
}
