import { awaitFarcaster } from '@latchkey/wire/login/social'
import { Refusal } from '../api/refusal.js'
import type { Method } from './frame.js'
import { waitFor } from './waitFor.js'

/** Waits until the Farcaster app has signed. */
export const connectFarcaster: Method<'CONNECT_FARCASTER'> = (frame) =>
  frame.shown.join('farcaster', async (signal) => {
    const flow = frame.flows.farcaster
    if (!flow) throw new Refusal('flow-unknown')
    const { flowId, secret } = flow
    const session = await waitFor(frame, signal, {
      ask: (options) => frame.api(awaitFarcaster, { flowId, secret }, options),
      settle(told) {
        if (told.state === 'failed') throw new Refusal('login-failed')
        return told.state === 'done' ? told.grant : undefined
      },
      isLive: () => frame.flows.farcaster === flow && flow.expiresAt > frame.now(),
    })
    await frame.account.enter(session)
    frame.flows.farcaster = undefined
    return { userName: session.person.userName ?? '' }
  })
