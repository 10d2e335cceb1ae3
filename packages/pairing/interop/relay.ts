import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { startRelay } from '@latchkey/provider/startRelay'
import { afterAll, beforeAll } from 'vitest'

export { WebSocket } from 'ws'

/** A relay that runs for all tests of a file. */
export function useRelay(): { url(): string } {
  let url = ''
  let stop = async () => {}
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-interop-'))
    const database = await openDatabase({ dataDir })
    const relay = await startRelay({ port: 0, database })
    url = relay.url
    stop = async () => {
      await relay.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
  afterAll(() => stop())
  return { url: () => url }
}
