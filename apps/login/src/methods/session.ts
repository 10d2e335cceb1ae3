import { ApiError } from '../api/apiError.js'
import { neverAborts } from '../api/timeout.js'
import { createFlows } from '../session/flows.js'
import { finishLogin } from './connectSocial.js'
import type { Method } from './frame.js'
import { openWallet } from './openWallet.js'
import { readUser } from './readUser.js'

/** Deletes everything about the session, also offline. */
export const signOut: Method<'SIGN_OUT'> = async (frame) => {
  frame.shown.abort(new ApiError('not-signed-in'))
  Object.assign(frame.flows, createFlows())
  await frame.account.leave()
  return undefined
}

/** How long the page waits to know whether the visitor is logged in. */
const limit = 3_000

export const isConnected: Method<'IS_CONNECTED'> = async (frame) => {
  const session = await frame.account.confirm(limit, neverAborts)
  return { isConnected: session !== undefined }
}

export const getUser: Method<'GET_USER'> = async (frame, { socialUri, ...options }) => {
  if (socialUri !== undefined) {
    await frame.shown.join('social', async (signal) => {
      await finishLogin(frame, socialUri, signal)
      await openWallet(frame, signal)
    })
  }
  return readUser(frame, options)
}
