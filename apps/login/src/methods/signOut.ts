import { Refusal } from '../api/refusal.js'
import { noFlows } from '../session/flows.js'
import type { Method } from './frame.js'

/** Deletes everything about the session, also offline. */
export const signOut: Method<'SIGN_OUT'> = async (frame) => {
  frame.shown.abort(new Refusal('not-signed-in'))
  Object.assign(frame.flows, noFlows())
  await frame.account.leave()
  return undefined
}
