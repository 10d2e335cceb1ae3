import { LoginFault } from '../loginFault.js'
import type { Method } from './frame.js'

/** What a page says of itself is shown nowhere: confirmations name its origin. */
export const syncDappData: Method<'SYNC_DAPP_DATA'> = async ({ settings }, { projectId }) => {
  if (projectId !== settings.projectId) {
    throw new LoginFault({ code: 'invalid-request', message: 'The frame is another project’s' })
  }
  return undefined
}
