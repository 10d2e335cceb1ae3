import type { ResponseInputOf } from '@latchkey/wire/http/endpoint'
import {
  type ConfirmationPurpose,
  confirmPresence,
  startConfirmation,
} from '@latchkey/wire/login/email'
import type { ConsumeConfirmation } from '../LoginParts.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
import {
  assertCooldownOver,
  assertMailWorks,
  draftCode,
  type EmailParts,
  toSendLimitError,
  toSessionKey,
} from './EmailParts.js'
import { parseEmailDetails } from './emailFlow.js'
import { flowLifetimeMs } from './emailLimits.js'

/** Confirms the person before a sensitive action, with a code to the stored address. */
export function confirmRoutes(parts: EmailParts): LoginRoute[] {
  const consumeConfirmation = createConsumeConfirmation(parts)
  return [
    sessionRoute(startConfirmation, (input, caller) => startConfirm(parts, input, caller)),
    sessionRoute(confirmPresence, async (proof, caller) => {
      await consumeConfirmation('sign', proof, caller)
      return { until: await parts.sessions.confirm(caller.session) }
    }),
  ]
}

export function createConsumeConfirmation({
  flows,
  attempts,
}: Pick<EmailParts, 'flows' | 'attempts'>): ConsumeConfirmation {
  return async (purpose, { flowId, secret, code }, { project, network, session }) => {
    const flow = await flows.readForFrame(flowId, { projectId: project.id, secret })
    const details = flow.purpose === 'confirm' ? parseEmailDetails(flow) : undefined
    if (flow.sessionId !== session.id || details?.confirms !== purpose) {
      throw loginError('flow-unknown')
    }
    const knownAs = toSessionKey(session)
    await attempts.check(details, code, { knownAs, network, projectId: project.id })
    if (!(await flows.finish(flow, 'code'))) throw loginError('flow-unknown')
  }
}

/** The mail says what its code is for. */
const mailPurposes = { sign: 'confirm', export: 'export' } as const

async function startConfirm(
  parts: EmailParts,
  { binding, purpose }: { readonly binding: string; readonly purpose: ConfirmationPurpose },
  { project, network, origin, session }: SignedInCaller,
): Promise<ResponseInputOf<typeof startConfirmation>> {
  const { accounts, attempts, clock, flows, sendLimits } = parts
  const address = await accounts.readEmail(session.accountId)
  // Without an address, only a new log-in helps.
  if (address === null) throw loginError('needs-recent-login')
  const knownAs = toSessionKey(session)
  assertMailWorks(parts, knownAs)
  const query = { projectId: project.id, binding, purpose: 'confirm', method: 'email' } as const
  const running = await flows.findByBinding(query)
  if (running) {
    const { confirms, requestedAt } = parseEmailDetails(running)
    if (running.sessionId !== session.id || confirms !== purpose) {
      throw loginError('flow-unknown')
    }
    assertCooldownOver(parts, requestedAt)
  }
  // The person's own address, so they may learn how many mails it got.
  const sending = await sendLimits.take({ address, knownAs, network, projectId: project.id })
  if (!sending.isAllowed) throw toSendLimitError(sending)
  const codeLength = await attempts.readCodeLength({ address, knownAs })
  const to = { address, origin, purpose: mailPurposes[purpose], codeLength }
  const { code, send } = draftCode(parts, to)
  const details = { address, requestedAt: clock.now(), code, confirms: purpose }
  const flow = running
    ? await flows.transition(running, {
        from: 'code',
        to: 'code',
        details,
        lifetimeMs: flowLifetimeMs,
      })
    : await flows.start({
        ...query,
        origin,
        sessionId: session.id,
        state: 'code',
        details,
        lifetimeMs: flowLifetimeMs,
      })
  if (!flow) throw loginError('flow-unknown')
  send()
  return { flowId: flow.id, codeLength, expiresAt: code.codeExpiresAt }
}
