import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import { awaitDevice } from '@latchkey/wire/login/email'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import type { EmailParts } from './EmailParts.js'
import { detailsOf } from './emailFlow.js'

/** Tells the frame when its link was followed. */
export function deviceRoute({ flows }: EmailParts): LoginRoute {
  return loginRoute(
    awaitDevice,
    async ({ flowId, secret }, { project, signal }): Promise<ReplyOf<typeof awaitDevice>> => {
      const begun = await flows.ofFrame(flowId, { projectId: project.id, secret })
      if (begun.purpose !== 'login' || begun.method !== 'email') throw loginRefusal('flow-unknown')
      const flow = await flows.leaving(begun, 'device', signal)
      if (!flow) throw loginRefusal('flow-unknown')
      if (flow.state === 'refused') return { state: 'refused' }
      const { code } = detailsOf(flow)
      return flow.state === 'code' && code
        ? { state: 'approved', expiresAt: code.codeExpiresAt, codeLength: code.codeLength }
        : { state: 'waiting' }
    },
    { waits: true },
  )
}
