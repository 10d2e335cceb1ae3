import { verifyEmail } from '@latchkey/wire/login/email'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import type { EmailParts } from './EmailParts.js'
import { parseEmailDetails } from './emailFlow.js'

/** Accepts the code only from the frame that requested it, so a stolen code alone is useless. */
export function verifyEmailRoute(parts: EmailParts): LoginRoute {
  const { flows, attempts, accounts, devices, sessions } = parts
  return loginRoute(verifyEmail, async ({ flowId, secret, code }, caller) => {
    const { project, network, frameKey } = caller
    const projectId = project.id
    const flow = await flows.readForFrame(flowId, { projectId, secret })
    if (flow.purpose !== 'login' || flow.method !== 'email' || flow.state !== 'code') {
      throw loginError('flow-unknown')
    }
    const details = parseEmailDetails(flow)
    const { knownAs } = details
    await attempts.check(details, code, { knownAs, network, projectId })
    if (!(await flows.finish(flow, 'code'))) throw loginError('flow-unknown')
    const { id } = await accounts.getOrCreate({ issuer: 'email', subject: details.address })
    if (details.device !== undefined) await devices.add(id, details.device)
    return sessions.create({
      accountId: id,
      projectId,
      origin: flow.origin,
      issuer: 'email',
      frameKey,
      allowsRecovery: true,
      isByNumber: false,
    })
  })
}
