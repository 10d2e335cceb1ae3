import type { Journal } from '../../core/account/journal/journal.js'
import { AlreadyAskedError } from '../../core/runtime/errors/transfer.js'

/**
 * Has the wallet asked for a transfer once per entry of the journal, in whichever tab. An entry whose
 * wallet was never asked is removed when it fails.
 */
export function requestOnce(
  journal: Journal,
  entryId: string,
  request: () => Promise<string>,
): Promise<string> {
  const find = () => journal.entries().find(({ id }) => id === entryId)
  return alone(entryId, async () => {
    const known = find()
    const name = known?.hash ?? known?.proposal
    if (name !== undefined) return name
    if (!known || known.askedAt !== undefined) throw new AlreadyAskedError(entryId)
    try {
      return await request()
    } catch (error) {
      const entry = find()
      if (entry && entry.askedAt === undefined) journal.remove(entryId)
      throw error
    }
  })
}

/** Unless another tab is at it. Pages without locks have the journal alone. */
async function alone<result>(entryId: string, run: () => Promise<result>): Promise<result> {
  if (!globalThis.navigator?.locks) return run()
  const options = { ifAvailable: true }
  return navigator.locks.request(`latchkey:transfer:${entryId}`, options, (lock) => {
    if (!lock) throw new AlreadyAskedError(entryId)
    return run()
  })
}
