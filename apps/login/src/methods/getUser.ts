import { finishLogin } from './connectSocial.js'
import type { Method } from './frame.js'
import { readUser } from './readUser.js'

export const getUser: Method<'GET_USER'> = async (frame, { socialUri, ...wanted }) => {
  if (socialUri !== undefined) await finishLogin(frame, socialUri)
  return readUser(frame, wanted)
}
