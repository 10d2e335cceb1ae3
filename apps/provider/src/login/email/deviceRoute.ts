import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import { awaitDevice } from '@latchkey/wire/login/email'
import { loginError } from '../session/loginRefusal.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import type { EmailParts } from './EmailParts.js'
import { parseEmailDetails } from './emailFlow.js'

/** Tells the frame when its link was followed. */
export function deviceRoute({ flows }: EmailParts): LoginRoute {
  return loginRoute(
    awaitDevice,
    async ({ flowId, secret }, { project, signal }): Promise<ReplyOf<typeof awaitDevice>> => {
      const started = await flows.readForFrame(flowId, { projectId: project.id, secret })
      if (started.purpose !== 'login' || started.method !== 'email')
        throw loginError('flow-unknown')
      const flow = await flows.waitForChange(started, 'device', signal)
      if (!flow) throw loginError('flow-unknown')
      if (flow.state === 'refused') return { state: 'refused' }
      const { code } = parseEmailDetails(flow)
      return flow.state === 'code' && code
        ? { state: 'approved', expiresAt: code.codeExpiresAt, codeLength: code.codeLength }
        : { state: 'waiting' }
    },
    { isLongPoll: true },
  )
}
