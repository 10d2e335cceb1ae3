import type { Journal } from '../../core/account/journal/journal.js'
import { AlreadyRequestedError } from '../../core/runtime/errors/transfer.js'

/**
 * Sends a transfer request once per journal entry, across all tabs. If it fails before the request is
 * sent, the entry is removed.
 */
export function requestOnce(
  journal: Journal,
  entryId: string,
  request: () => Promise<string>,
): Promise<string> {
  const find = () => journal.entries().find(({ id }) => id === entryId)
  return withLock(entryId, async () => {
    const known = find()
    const id = known?.hash ?? known?.proposal
    if (id !== undefined) return id
    if (!known || known.requestedAt !== undefined) throw new AlreadyRequestedError(entryId)
    try {
      return await request()
    } catch (error) {
      const entry = find()
      if (entry && entry.requestedAt === undefined) journal.remove(entryId)
      throw error
    }
  })
}

/** Throws when another tab holds the lock. Without the Web Locks API, only the journal protects. */
async function withLock<result>(entryId: string, run: () => Promise<result>): Promise<result> {
  if (!globalThis.navigator?.locks) return run()
  const options = { ifAvailable: true }
  return navigator.locks.request(`latchkey:transfer:${entryId}`, options, (lock) => {
    if (!lock) throw new AlreadyRequestedError(entryId)
    return run()
  })
}
