import { AlreadyAskedError } from '../core/errors/transfer.js'

/** Asks for a transfer unless another tab is at it. Pages without locks have the journal alone. */
export async function alone<result>(entryId: string, run: () => Promise<result>): Promise<result> {
  if (!globalThis.navigator?.locks) return run()
  const options = { ifAvailable: true }
  return navigator.locks.request(`latchkey:transfer:${entryId}`, options, (lock) => {
    if (!lock) throw new AlreadyAskedError(entryId)
    return run()
  })
}
