import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { type Migration, migrate } from './migrate.js'
import { type Database, type DatabaseLocation, openDatabase } from './openDatabase.js'

const testTimeoutMs = 120_000

const databases: Database[] = []
const directories: string[] = []

afterAll(async () => {
  await Promise.all(databases.map((database) => database.stop()))
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
}, testTimeoutMs)

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-store-'))
  directories.push(path)
  return path
}

async function open(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location)
  databases.push(database)
  return database
}

async function storeWord({ sql }: Database): Promise<void> {
  await sql`insert into projects values ('here', 'Test', '{}', false, '[]', true, '{}')`
}

async function readWords({ sql }: Database): Promise<string[]> {
  return (await sql`select id from projects`).map(({ id }) => id)
}

/** The id of a process that has exited. */
function endedProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

describe.concurrent('an embedded database', () => {
  it(
    'keeps its content between runs, private to its account',
    async () => {
      const dataDir = join(await directory(), 'not', 'there', 'yet')
      const first = await openDatabase({ dataDir })
      await storeWord(first)
      await first.stop()
      const second = await open({ dataDir })
      expect(second.isEmbedded).toBe(true)
      expect(await readWords(second)).toEqual(['here'])
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
      expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
      const stranger = postgres(second.url.replace(/:[^:@]+@/, ':guess@'), { max: 1 })
      await expect(stranger`select 1`).rejects.toThrow(/password authentication failed/)
      await stranger.end()
    },
    testTimeoutMs,
  )

  it(
    'works in a directory whose parents are private',
    async () => {
      const parent = await directory()
      await chmod(parent, 0o700)
      await mkdir(join(parent, 'inner'), { mode: 0o700 })
      const database = await open({ dataDir: join(parent, 'inner', 'data') })
      expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'runs several at the same time',
    async () => {
      const all = await Promise.all(
        [await directory(), await directory()].map((dataDir) => open({ dataDir })),
      )
      expect(new Set(all.map(({ url }) => new URL(url).port)).size).toBe(2)
      for (const { sql } of all) expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'rejects a second provider on the same directory without affecting the first',
    async () => {
      const dataDir = await directory()
      const first = await open({ dataDir })
      await expect(openDatabase({ dataDir })).rejects.toMatchObject({
        code: 'data-directory-in-use',
        message: expect.stringContaining(`process ${process.pid}`),
      })
      expect(await first.sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'stops the server of a killed provider',
    async () => {
      const dataDir = await directory()
      const orphan = await open({ dataDir })
      await storeWord(orphan)
      await writeFile(join(dataDir, 'provider.lock'), JSON.stringify({ pid: endedProcess() }))
      const next = await open({ dataDir })
      expect(await orphan.lost).toMatchObject({ code: 'server-stopped' })
      expect(await readWords(next)).toEqual(['here'])
    },
    testTimeoutMs,
  )

  it.runIf(process.platform === 'linux')(
    'ignores a reused process id and files without a running process',
    async () => {
      const dataDir = await directory()
      const first = await openDatabase({ dataDir })
      await first.stop()
      // Both files name this process, which did not write them and is not a server.
      const impostor = { pid: process.pid, started: '1' }
      await writeFile(join(dataDir, 'provider.lock'), JSON.stringify(impostor))
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`)
      const next = await openDatabase({ dataDir })
      expect(await next.sql`select 1 as one`).toEqual([{ one: 1 }])
      await next.stop()
      // The state after a power cut between creating and writing the files.
      await writeFile(join(dataDir, 'provider.lock'), '')
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '')
      const last = await open({ dataDir })
      expect(await last.sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'finishes a set-up that was interrupted',
    async () => {
      const dataDir = await directory()
      await mkdir(join(dataDir, 'postgres.unfinished'))
      await writeFile(join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18')
      await writeFile(join(dataDir, 'postgres.password'), 'left over')
      const database = await open({ dataDir })
      expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'reports why the server did not start, and can be retried',
    async () => {
      const dataDir = await directory()
      const other = await open({ dataDir: await directory() })
      const port = Number(new URL(other.url).port)
      await expect(openDatabase({ dataDir, port })).rejects.toMatchObject({
        code: 'port-in-use',
        message: expect.stringContaining('Address already in use'),
      })
      const database = await open({ dataDir })
      expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
      await expect(readFile(join(dataDir, 'provider.lock'), 'utf8')).resolves.toContain('pid')
    },
    testTimeoutMs,
  )
})

describe('a database by URL', () => {
  it(
    'is not stopped',
    async () => {
      const { url, sql } = await open({ dataDir: await directory() })
      const guest = await openDatabase({ url })
      expect(guest).toMatchObject({ url, isEmbedded: false })
      expect(await guest.sql`select count(*)::int as count from relay_messages`).toEqual([
        { count: 0 },
      ])
      await guest.stop()
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    },
    testTimeoutMs,
  )

  it(
    'is rejected with a reason when it is not PostgreSQL',
    async () => {
      await expect(openDatabase({ url: 'postgres://127.0.0.1:1/none' })).rejects.toMatchObject({
        code: 'unreachable',
      })
      await expect(openDatabase({ url: 'not a url' })).rejects.toMatchObject({
        code: 'unreachable',
      })
    },
    testTimeoutMs,
  )
})

describe('migrations', () => {
  it(
    'run once each, together or one after the other, and continue after a failure',
    async () => {
      const { url } = await open({ dataDir: await directory() })
      const sql = postgres(url, { onnotice() {} })
      let runs = 0
      const steps: Migration[] = [
        {
          version: 1001,
          name: 'first',
          async up(tx) {
            runs += 1
            await tx`create table first_step (word text)`
          },
        },
        {
          version: 1002,
          name: 'second',
          async up(tx) {
            await tx`create table second_step (word text)`
            if (runs < 2) throw new Error('killed half way')
          },
        },
      ]
      await expect(migrate(sql, steps)).rejects.toThrow('killed half way')
      expect(await sql`select to_regclass('second_step') as name`).toEqual([{ name: null }])
      runs = 2
      await Promise.all([migrate(sql, steps), migrate(sql, steps), migrate(sql, steps)])
      expect(runs).toBe(2)
      expect(await sql`select name from schema_steps where version > 1000 order by 1`).toEqual([
        { name: 'first' },
        { name: 'second' },
      ])
      await expect(migrate(sql, steps.slice(0, 1))).rejects.toMatchObject({
        code: 'schema-too-new',
      })
      await sql.end()
    },
    testTimeoutMs,
  )
})
