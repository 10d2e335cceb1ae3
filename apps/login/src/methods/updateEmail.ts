import { addressText, startEmailUpdate } from '@latchkey/wire/login/email'
import { Refusal } from '../api/refusal.js'
import type { SentCode } from '../screens/screens.js'
import { newProof, type UpdateFlow } from '../session/flows.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'

/** Starts a change of address: a code to the old one, then to the new one. */
export const updateEmail: Method<'UPDATE_EMAIL'> = async (frame, { email }) => {
  const running = frame.flows.update
  if (running?.email === email && running.expiresAt > frame.now()) {
    await resendUpdateCode(frame, never)
    return { action: running.action }
  }
  const proof = await newProof()
  const started = await requestUpdate(frame, { email, binding: proof.binding }, never)
  frame.flows.update = { ...proof, email, ...started }
  return { action: started.action }
}

export async function resendUpdateCode(frame: Frame, signal: AbortSignal): Promise<SentCode> {
  const flow = updateUnderWay(frame)
  return Object.assign(flow, await requestUpdate(frame, flow, signal))
}

async function requestUpdate(
  { account, frameKey }: Frame,
  { email, binding }: Pick<UpdateFlow, 'email' | 'binding'>,
  signal: AbortSignal,
) {
  const { call, session } = await account.signedIn()
  const { accountId } = session.person
  const signature = await frameKey.sign(addressText({ accountId, email, binding }))
  return call(startEmailUpdate, { email, binding, signature }, signal)
}

export function updateUnderWay({ flows }: Frame): UpdateFlow {
  if (!flows.update) throw new Refusal('flow-unknown')
  return flows.update
}
