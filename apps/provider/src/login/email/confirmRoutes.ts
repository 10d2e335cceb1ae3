import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import {
  type ConfirmationPurpose,
  confirmPresence,
  startConfirmation,
} from '@latchkey/wire/login/email'
import type { TakeConfirmation } from '../LoginParts.js'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
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

/** Confirms the person before a sensitive action, with a code to the stored address. */
export function confirmRoutes(parts: EmailParts): LoginRoute[] {
  const takeConfirmation = createTakeConfirmation(parts)
  return [
    sessionRoute(startConfirmation, (wanted, caller) => start(parts, wanted, caller)),
    sessionRoute(confirmPresence, async (proof, caller) => {
      await takeConfirmation('sign', proof, caller)
      return { until: await parts.sessions.confirm(caller.session) }
    }),
  ]
}

export function createTakeConfirmation({
  flows,
  attempts,
}: Pick<EmailParts, 'flows' | 'attempts'>): TakeConfirmation {
  return async (purpose, { flowId, secret, code }, { project, network, session }) => {
    const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
    const details = flow.purpose === 'confirm' ? detailsOf(flow) : undefined
    if (flow.sessionId !== session.id || details?.confirms !== purpose) {
      throw loginRefusal('flow-unknown')
    }
    const knownAs = knownSession(session)
    await attempts.check(details, code, { knownAs, network, projectId: project.id })
    if (!(await flows.finish(flow, 'code'))) throw loginRefusal('flow-unknown')
  }
}

/** Mails say what their code is for. */
const MAILS = { sign: 'confirm', export: 'export' } as const

async function start(
  parts: EmailParts,
  { binding, purpose }: { readonly binding: string; readonly purpose: ConfirmationPurpose },
  { project, network, origin, session }: SignedInCaller,
): Promise<ReplyOf<typeof startConfirmation>> {
  const { accounts, attempts, clock, flows, sends } = parts
  const address = await accounts.emailOf(session.accountId)
  // Without an address, only a new log-in helps.
  if (address === null) throw loginRefusal('needs-recent-login')
  const knownAs = knownSession(session)
  checkMailWorks(parts, knownAs)
  const wanted = { projectId: project.id, binding, purpose: 'confirm', method: 'email' } as const
  const running = await flows.ofBinding(wanted)
  if (running) {
    const { confirms, askedAt } = detailsOf(running)
    if (running.sessionId !== session.id || confirms !== purpose) {
      throw loginRefusal('flow-unknown')
    }
    checkCooldown(parts, askedAt)
  }
  // The person's own address: they may know how many mails it got.
  const sending = await sends.ask({ address, knownAs, network, projectId: project.id })
  if (!sending.isAllowed) throw refusedSending(sending)
  const codeLength = await attempts.codeLength({ address, knownAs })
  const to = { address, origin, purpose: MAILS[purpose], codeLength }
  const { code, send } = draftCode(parts, to)
  const details = { address, askedAt: clock.now(), code, confirms: purpose }
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
