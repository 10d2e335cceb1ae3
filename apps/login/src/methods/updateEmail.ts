import { startEmailUpdate } from '@latchkey/wire/login/email'
import { Refusal } from '../api/refusal.js'
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
  const { flowId, action, expiresAt } = await call(startEmailUpdate, { email, binding }, never)
  frame.flows.update = { ...proof, email, flowId, action, expiresAt }
  return { action }
}

export async function sendUpdateAnew(
  frame: Frame,
  signal: AbortSignal,
): Promise<{ readonly expiresAt: number }> {
  const flow = updateUnderWay(frame)
  const { email, binding } = flow
  const { call } = await frame.account.signedIn()
  const again = await call(startEmailUpdate, { email, binding }, signal)
  flow.flowId = again.flowId
  flow.action = again.action
  flow.expiresAt = again.expiresAt
  return again
}

export function updateUnderWay({ flows }: Frame): UpdateFlow {
  if (!flows.update) throw new Refusal('flow-unknown')
  return flows.update
}
