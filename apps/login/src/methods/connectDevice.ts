import { awaitDevice } from '@latchkey/wire/login/email'
import { ApiError } from '../api/apiError.js'
import { getStartedEmail, resendCode } from './connectEmail.js'
import type { Method } from './frame.js'
import { poll } from './poll.js'

/** Waits until the mailed link is opened and approved; then a code is mailed. */
export const connectDevice: Method<'CONNECT_DEVICE'> = (frame) =>
  frame.shown.join('device', async (signal) => {
    const flow = await getStartedEmail(frame, signal)
    if (flow.action === 'VERIFY_OTP') return undefined
    const done = new AbortController()
    const showing = AbortSignal.any([signal, done.signal])
    const show = () =>
      frame.screens.device(
        {
          email: flow.email,
          number: flow.number,
          resend: async () => {
            const before = flow.number
            await resendCode(frame, showing)
            if (flow.number !== before) show()
          },
        },
        showing,
      )
    show()
    try {
      const sent = await poll(frame, signal, {
        request: (options) =>
          frame.api(awaitDevice, { flowId: flow.flowId, secret: flow.secret }, options),
        settle({ state, expiresAt = flow.expiresAt, codeLength }) {
          if (state === 'refused') throw new ApiError('device-refused')
          return state === 'approved' ? { expiresAt, codeLength } : undefined
        },
        isActive: () => frame.flows.email === flow && flow.expiresAt > frame.now(),
      })
      Object.assign(flow, sent, { action: 'VERIFY_OTP' })
      return undefined
    } finally {
      done.abort()
    }
  })
