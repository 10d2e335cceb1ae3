import { aborted } from '../prompts/shown.js'
import type { Method } from './frame.js'

/** The page has closed the frame: everything that waits for the visitor is cancelled. */
export const rpcAbort: Method<'RPC_ABORT'> = async ({ shown }) => {
  shown.abort(aborted())
  return undefined
}
