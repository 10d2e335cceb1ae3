import { startEmailUpdate } from '@latchkey/wire/login/email'
import { Refusal } from '../api/refusal.js'
import type { SentCode } from '../screens/screens.js'
import { newProof, type UpdateFlow } from '../session/flows.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'

/** Begins a change of address: first a code to the old one, then to the new. */
export const updateEmail: Method<'UPDATE_EMAIL'> = async (frame, { email }) => {
  const { call } = await frame.account.signedIn()
  const running = frame.flows.update
  if (running?.email === email && running.expiresAt > frame.now()) {
    await sendUpdateAnew(frame, never)
    return { action: running.action }
  }
  const proof = await newProof()
  const { binding } = proof
  const started = await call(startEmailUpdate, { email, binding }, never)
  frame.flows.update = { ...proof, email, ...started }
  return { action: started.action }
}

export async function sendUpdateAnew(frame: Frame, signal: AbortSignal): Promise<SentCode> {
  const flow = updateUnderWay(frame)
  const { email, binding } = flow
  const { call } = await frame.account.signedIn()
  return Object.assign(flow, await call(startEmailUpdate, { email, binding }, signal))
}

export function updateUnderWay({ flows }: Frame): UpdateFlow {
  if (!flows.update) throw new Refusal('flow-unknown')
  return flows.update
}
