import { windowHello, windowTicket } from '@latchkey/wire/login/social'
import * as v from 'valibot'
import { finishWithTicket } from '../methods/connectSocial.js'
import type { Frame } from '../methods/frame.js'

type ReceivedMessage = Pick<MessageEvent, 'origin' | 'data' | 'ports'>

/**
 * Answers the window that comes back from a provider. Both are documents of the login site, so nothing
 * of the log-in passes through the page around the frame.
 */
export async function handleSocialWindow(frame: Frame, event: ReceivedMessage): Promise<void> {
  if (event.origin !== frame.loginOrigin) return
  const hello = v.safeParse(windowHello, event.data)
  const [port, ...more] = event.ports
  if (!hello.success || !port || more.length > 0) return
  const flow = await frame.socialFlow.get()
  // Ignore log-ins that this frame did not start.
  if (flow?.flowId !== hello.output.flowId) return
  port.onmessage = ({ data }: { readonly data: unknown }) => {
    const handedOver = v.safeParse(windowTicket, data)
    if (!handedOver.success) return
    port.onmessage = null
    finishWithTicket(frame, flow, handedOver.output.ticket).then(
      () => port.postMessage({ taken: true }),
      () => undefined,
    )
  }
  port.postMessage({ secret: flow.secret })
}
