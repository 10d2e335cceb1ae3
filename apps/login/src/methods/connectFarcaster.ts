import { awaitFarcaster, matchFarcaster, startFarcaster } from '@latchkey/wire/login/social'
import { ApiError } from '../api/apiError.js'
import { neverAborts } from '../api/timeout.js'
import { createProof } from '../session/flows.js'
import type { Method } from './frame.js'
import { offerPasskey, openWallet } from './openWallet.js'
import { poll } from './poll.js'

export const getFarcasterUri: Method<'GET_FARCASTER_URI'> = async (frame) => {
  const proof = await createProof()
  const input = { binding: proof.binding, origin: frame.parentOrigin }
  const { flowId, url, expiresAt } = await frame.api(startFarcaster, input, { signal: neverAborts })
  frame.flows.farcaster = { ...proof, flowId, expiresAt }
  return { url }
}

/** Asks for the number shown on the phone, then waits for the Farcaster app to sign. */
export const connectFarcaster: Method<'CONNECT_FARCASTER'> = (frame) =>
  frame.shown.join('farcaster', async (signal) => {
    const flow = frame.flows.farcaster
    if (!flow) throw new ApiError('flow-unknown')
    const { flowId, secret } = flow
    const request = (options: { signal: AbortSignal; limit: number }) =>
      frame.api(awaitFarcaster, { flowId, secret }, options)
    const isActive = () => frame.flows.farcaster === flow && flow.expiresAt > frame.now()
    const response = await poll(frame, signal, {
      request,
      settle: (polled) => (polled.state === 'waiting' ? undefined : polled),
      isActive,
    })
    if (response.state === 'failed') throw new ApiError('login-failed')
    const verify = async (number: string) => {
      await frame.api(matchFarcaster, { flowId, secret, number }, { signal })
    }
    const prompt = { provider: 'farcaster', verify }
    await frame.screens.number(prompt, signal)
    const session = await poll(frame, signal, {
      request,
      settle(polled) {
        if (polled.state === 'failed') throw new ApiError('login-failed')
        return polled.state === 'done' ? polled.grant : undefined
      },
      isActive,
    })
    await frame.account.enter(session)
    frame.flows.farcaster = undefined
    await openWallet(frame, signal)
    await offerPasskey(frame, signal)
    return { userName: session.person.userName ?? '' }
  })
