import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../store/openDatabase.js'

/** An embedded database that leaves nothing behind. */
export async function openTemporaryDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const database = await openDatabase({ dataDir })
  return {
    ...database,
    async stop() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
