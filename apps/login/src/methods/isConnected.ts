import type { Method } from './frame.js'
import { never } from './never.js'

/** The page is about to show whether the visitor is signed in: it waits no longer than this. */
const limit = 3_000

export const isConnected: Method<'IS_CONNECTED'> = async (frame) => {
  const session = await frame.account.confirm(limit, never)
  return { isConnected: session !== undefined }
}
