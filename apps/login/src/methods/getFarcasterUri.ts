import { startFarcaster } from '@latchkey/wire/login/social'
import { newProof } from '../session/flows.js'
import type { Method } from './frame.js'
import { never } from './never.js'

export const getFarcasterUri: Method<'GET_FARCASTER_URI'> = async (frame) => {
  const proof = await newProof()
  const input = { binding: proof.binding, origin: frame.parentOrigin }
  const { flowId, url, expiresAt } = await frame.api(startFarcaster, input, { signal: never })
  frame.flows.farcaster = { ...proof, flowId, expiresAt }
  return { url }
}
