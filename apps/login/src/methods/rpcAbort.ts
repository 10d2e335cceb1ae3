import { aborted } from '../host/shown.js'
import type { Method } from './frame.js'

/** The page has turned away from the frame: whatever waits there for somebody, waits no longer. */
export const rpcAbort: Method<'RPC_ABORT'> = async ({ shown }) => {
  shown.abort(aborted())
  return undefined
}
