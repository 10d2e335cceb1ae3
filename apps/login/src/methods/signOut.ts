import { Refusal } from '../api/refusal.js'
import { noFlows } from '../session/flows.js'
import type { Method } from './frame.js'

/** Forgets everything about whoever was here, whether or not anybody can be reached. */
export const signOut: Method<'SIGN_OUT'> = async (frame) => {
  frame.shown.abort(new Refusal('not-signed-in'))
  Object.assign(frame.flows, noFlows())
  await frame.account.leave()
  return undefined
}
