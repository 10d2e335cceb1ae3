import { startEmail } from '@latchkey/wire/login/email'
import { aborted } from '../host/shown.js'
import { newProof } from '../session/flows.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'

const confirmLimit = 3_000

/** Begins a login by email, or sends anew when the same one is under way. */
export const connectEmail: Method<'CONNECT_EMAIL'> = async (frame, { email }) => {
  if (await isSignedInAs(frame, email)) return { action: 'CONNECT' }
  const running = frame.flows.email
  if (running?.email === email && running.expiresAt > frame.now()) {
    await sendAnew(frame, never)
    return { action: running.action }
  }
  // Whoever types another address no longer waits for the code of the first.
  if (running) frame.shown.abort(aborted())
  const proof = await newProof()
  const { parentOrigin: origin, deviceId: knownDevice } = frame
  const input = { email, binding: proof.binding, origin, knownDevice }
  const { flowId, action, number, expiresAt } = await frame.api(startEmail, input, {
    signal: never,
  })
  frame.flows.email = { ...proof, email, flowId, action, number, expiresAt }
  return { action }
}

/** Another code, or link, for the login by email that is under way; the last one counts. */
export async function sendAnew(
  frame: Frame,
  signal: AbortSignal,
): Promise<{ readonly expiresAt: number }> {
  const flow = frame.flows.email
  if (!flow) throw new TypeError('No login is under way')
  const { email, binding } = flow
  const { parentOrigin: origin, deviceId: knownDevice } = frame
  const input = { email, binding, origin, knownDevice }
  const again = await frame.api(startEmail, input, { signal })
  flow.flowId = again.flowId
  flow.action = again.action
  flow.number = again.number
  flow.expiresAt = again.expiresAt
  return again
}

async function isSignedInAs(frame: Frame, email: string): Promise<boolean> {
  const session = await frame.account.confirm(confirmLimit, never)
  const isByEmail = session?.person.authProvider === 'email'
  return isByEmail && session.person.email?.toLowerCase() === email.toLowerCase()
}
