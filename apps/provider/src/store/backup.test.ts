import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl } from '../testing/sharedServer.js'
import { storePerson } from '../testing/storedData.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { restoreBackup, writeBackup } from './backup.js'
import { allMigrations, migrate, newestSchema } from './migrate.js'
import { type Database, openDatabase } from './openDatabase.js'

let dir: string
let database: Database
let person: Awaited<ReturnType<typeof storePerson>>
let file: string
const opened: Sql[] = []

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
  file = join(dir, 'data.backup')
  database = await openTemporaryDatabase()
  person = await storePerson(database.sql, dir)
  await writeBackup(database.sql, file)
})
afterAll(async () => {
  await database?.stop()
  for (const sql of opened) await sql.end()
  rmSync(dir, { recursive: true, force: true })
})

/** A database without tables, and its owner: a superuser or a normal account. */
async function createEmpty({ isSuperuser = true } = {}): Promise<{ url: string; sql: Sql }> {
  const name = `empty_${randomBytes(8).toString('hex')}`
  const server = inject('postgresUrl')
  const admin = postgres(server, { max: 1 })
  const url = new URL(databaseUrl(server, name))
  if (!isSuperuser) {
    await admin.unsafe(`create role ${name} login password 'known'`)
    ;[url.username, url.password] = [name, 'known']
  }
  await admin.unsafe(`create database ${name}${isSuperuser ? '' : ` owner ${name}`}`)
  await admin.end()
  const sql = postgres(url.href, { max: 1, onnotice() {} })
  opened.push(sql)
  return { url: url.href, sql }
}

/** Every row of every table, as text. */
async function readAll(url: string): Promise<Record<string, string[]>> {
  const sql = postgres(url, { max: 1 })
  try {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_steps'`
    const rows = tables.map(async ({ name }) => {
      const found = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
      return [name, found.map(({ row }) => row).sort()] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  } finally {
    await sql.end()
  }
}

/** The same database as a superuser, whom row security does not stop. */
const asSuperuser = (url: string) =>
  databaseUrl(inject('postgresUrl'), new URL(url).pathname.slice(1))

describe('a restored backup', () => {
  it.each([[true], [false]])('has every row (owner is superuser: %s)', async (isSuperuser) => {
    const { url, sql } = await createEmpty({ isSuperuser })
    const summary = await restoreBackup(sql, file)
    expect(summary.schema).toBe(newestSchema)
    const all = await readAll(asSuperuser(url))
    expect(all).toEqual(await readAll(asSuperuser(database.url)))
    expect(Object.values(all).flat()).toHaveLength(summary.rows)
    const restored = await openDatabase({ url })
    try {
      expect(await person.isWhole(restored.sql, dir)).toBe(true)
      await expect(person.isWhole(restored.sql, join(dir, 'other'))).rejects.toMatchObject({
        code: 'key-unknown',
      })
      // Row security protects the restored tables too, and new rows get new ids.
      expect(await restored.sql`select 1 from telemetry_events`).toEqual([])
      await storePerson(restored.sql, dir)
    } finally {
      await restored.stop()
    }
  })

  it('from an older release is migrated', async () => {
    const older = await createEmpty()
    await migrate(older.sql, allMigrations, 25)
    await storePerson(older.sql, dir)
    const olderFile = join(dir, 'older.backup')
    await writeBackup(older.sql, olderFile)
    const { url, sql } = await createEmpty()
    expect(await restoreBackup(sql, olderFile)).toMatchObject({ schema: 25 })
    expect(await sql`select max(version) as newest from schema_steps`).toEqual([
      { newest: newestSchema },
    ])
    const restored = await readAll(url)
    for (const [table, rows] of Object.entries(await readAll(older.url))) {
      expect([table, restored[table]?.length]).toEqual([table, rows.length])
    }
  })
})

it('migrates the database of schema 25 with its data', async () => {
  const { url, sql } = await createEmpty()
  await migrate(sql, allMigrations, 25)
  const known = await storePerson(sql, dir)
  const upgraded = await openDatabase({ url })
  try {
    expect(await known.isWhole(upgraded.sql, dir)).toBe(true)
  } finally {
    await upgraded.stop()
  }
})

describe('a backup is refused', () => {
  const rejects = async (path: string, code: string) => {
    const { sql } = await createEmpty()
    await expect(restoreBackup(sql, path)).rejects.toMatchObject({ name: 'DatabaseError', code })
    expect(await sql`select to_regclass('schema_steps') as found`).toEqual([{ found: null }])
  }
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(dir, name), content)
    return join(dir, name)
  }

  it('by a database in use, which keeps its rows', async () => {
    const before = await readAll(asSuperuser(database.url))
    const owner = postgres(database.url, { max: 1 })
    opened.push(owner)
    await expect(restoreBackup(owner, file)).rejects.toMatchObject({ code: 'not-empty' })
    expect(await readAll(asSuperuser(database.url))).toEqual(before)
  })

  it('when it is damaged, cut off or something else', async () => {
    const whole = readFileSync(file)
    const cut = gzipSync(gunzipSync(whole).subarray(0, -3))
    await rejects(write('cut', cut), 'bad-backup')
    await rejects(write('half', whole.subarray(0, whole.length >> 1)), 'bad-backup')
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 0xff
    await rejects(write('flipped', flipped), 'bad-backup')
    await rejects(write('text', Buffer.from('{}')), 'bad-backup')
    await rejects(join(dir, 'missing'), 'bad-backup')
  })

  it('when it comes from a newer release', async () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    const newer = text.replace(/"schema":\d+/, '"schema":9000')
    await rejects(write('newer', gzipSync(Buffer.from(newer, 'latin1'))), 'schema-too-new')
  })
})

it('is never written over another file', async () => {
  const before = readFileSync(file)
  await expect(writeBackup(database.sql, file)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(file).equals(before)).toBe(true)
})
