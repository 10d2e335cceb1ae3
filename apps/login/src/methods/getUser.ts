import { finishLogin } from './connectSocial.js'
import type { Method } from './frame.js'
import { openWallet } from './openWallet.js'
import { readUser } from './readUser.js'

export const getUser: Method<'GET_USER'> = async (frame, { socialUri, ...wanted }) => {
  if (socialUri !== undefined) {
    await frame.shown.join('social', async (signal) => {
      await finishLogin(frame, socialUri, signal)
      await openWallet(frame, signal)
    })
  }
  return readUser(frame, wanted)
}
