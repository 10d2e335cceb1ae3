import { finishLogin } from './connectSocial.js'
import type { Method } from './frame.js'
import { readUser } from './readUser.js'

export const getUser: Method<'GET_USER'> = async (frame, { socialUri, ...wanted }) => {
  if (socialUri !== undefined) {
    await frame.shown.join('social', (signal) => finishLogin(frame, socialUri, signal))
  }
  return readUser(frame, wanted)
}
