import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ISql, Sql, TransactionSql } from 'postgres'
import * as v from 'valibot'
import { DatabaseError } from './DatabaseError.js'
import { allMigrations, migrate, newestSchema } from './migrate.js'

/** Filled by the migrations themselves. */
const migrationTable = 'schema_steps'
const format = 'latchkey-backup-1'
const newLine = 0x0a
/** Ends the rows of a table in PostgreSQL's text format; a row cannot contain it. */
const endOfTable = Buffer.from('\\.')

const header = v.object({
  format: v.literal(format),
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  createdAt: v.string(),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
})

type Header = v.InferOutput<typeof header>
type Table = Header['tables'][number]

export type BackupSummary = { readonly schema: number; readonly tables: number; rows: number }

/**
 * Writes all rows to a new file, as they were at one moment, while the provider runs. The file is
 * compressed text: a header, then each table in the order in which it can be restored.
 */
export async function writeBackup(sql: Sql, path: string): Promise<BackupSummary> {
  const file = await open(path, 'wx', 0o600)
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('latchkey.every_project', 'on', true)`
    const tables = await listTables(tx)
    const [step] = await tx<{ newest: number }[]>`select max(version) as newest from schema_steps`
    const schema = step?.newest ?? 0
    const createdAt = new Date().toISOString()
    const summary = { schema, tables: tables.length, rows: 0 }
    async function* content() {
      yield `${JSON.stringify({ format, schema, createdAt, tables } satisfies Header)}\n`
      for (const { name, columns } of tables) {
        const rows = await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable()
        for await (const chunk of rows as AsyncIterable<Buffer>) {
          for (const byte of chunk) if (byte === newLine) summary.rows += 1
          yield chunk
        }
        yield '\\.\n'
      }
    }
    await pipeline(Readable.from(content()), createGzip(), file.createWriteStream({ flush: true }))
    return summary
  }) as Promise<BackupSummary>
}

/**
 * Loads a backup into a database without tables, as its owner, and migrates it. The file is checked
 * before anything is written. Throws a DatabaseError.
 */
export async function restoreBackup(sql: Sql, path: string): Promise<BackupSummary> {
  const { schema, tables } = await checkBackup(path)
  const [used] = await sql`select 1 where to_regclass(${migrationTable}) is not null`
  if (used) {
    throw new DatabaseError('not-empty', 'This database is in use; restore into a new one.')
  }
  await migrate(sql, allMigrations, schema)
  const summary = { schema, tables: tables.length, rows: 0 }
  await sql.begin(async (tx) => {
    const expected = JSON.stringify([...tables].sort(byName))
    if (JSON.stringify([...(await listTables(tx))].sort(byName)) !== expected) {
      throw new DatabaseError('bad-backup', `${path} has other tables than schema ${schema}.`)
    }
    const names = tables.map(({ name }) => name)
    await tx`truncate ${tx(names)}`
    const forced = await listForced(tx)
    // Row security does not allow COPY; the owner is exempt until it is forced again.
    for (const name of forced) await tx`alter table ${tx(name)} no force row level security`
    const lines = readLines(path)
    await lines.next()
    for (const { name, columns } of tables) {
      const target = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable()
      summary.rows += await copyTable(lines, target)
    }
    await lines.return(undefined)
    for (const name of forced) await tx`alter table ${tx(name)} force row level security`
    await resetSequences(tx)
  })
  await migrate(sql)
  return summary
}

/** Reads the whole file, so that a damaged one is noticed. */
async function checkBackup(path: string): Promise<Header> {
  let found: Header | undefined
  let ended = 0
  try {
    for await (const line of readLines(path)) {
      found ??= v.parse(header, JSON.parse(line.toString()))
      if (line.equals(endOfTable)) ended += 1
    }
  } catch (cause) {
    throw new DatabaseError('bad-backup', `${path} is not a backup, or is damaged.`, { cause })
  }
  if (!found || ended !== found.tables.length) {
    throw new DatabaseError('bad-backup', `${path} is not complete.`)
  }
  if (found.schema > newestSchema) {
    throw new DatabaseError(
      'schema-too-new',
      `${path} has schema version ${found.schema}, this provider knows ${newestSchema}; install a newer provider.`,
    )
  }
  return found
}

/** Returns the number of rows. */
async function copyTable(lines: AsyncIterator<Buffer>, target: Writable): Promise<number> {
  const done = new Promise<void>((resolve, reject) => {
    target.once('finish', resolve)
    target.once('error', reject)
  })
  let rows = 0
  for (;;) {
    const { value: line, done: isOver } = await lines.next()
    if (isOver || line.equals(endOfTable)) break
    rows += 1
    const hasRoom = target.write(Buffer.concat([line, Buffer.from('\n')]))
    if (!hasRoom) await Promise.race([once(target, 'drain'), done])
  }
  target.end()
  await done
  return rows
}

/** Lines end only at `\n`: other separators can be inside a row. */
async function* readLines(path: string): AsyncGenerator<Buffer, undefined> {
  const file = createReadStream(path)
  const text = createGunzip()
  const reading = pipeline(file, text).catch((error: Error) => text.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of text as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(newLine); end >= 0; end = rest.indexOf(newLine)) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end + 1)
    }
  }
  await reading
  if (rest.length > 0) throw new Error('The last line has no end.')
}

/** Tables with their stored columns; those that others refer to come first. */
async function listTables(sql: ISql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> ${migrationTable}
    order by relname`
  const references = await sql<{ source: string; target: string }[]>`
    select source.relname as source, target.relname as target
    from pg_constraint
      join pg_class source on source.oid = conrelid
      join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`
  const ordered = new Set<Table>()
  const add = (table: Table) => {
    if (ordered.has(table)) return
    for (const { source, target } of references) {
      const needed = source === table.name && tables.find(({ name }) => name === target)
      if (needed) add(needed)
    }
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}

async function listForced(tx: TransactionSql): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`
  return rows.map(({ name }) => name)
}

/** New rows get ids after those of the restored ones. */
async function resetSequences(tx: TransactionSql): Promise<void> {
  const columns = await tx<{ name: string; column: string }[]>`
    select relname as name, attname as column
    from pg_attribute join pg_class class on class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''`
  for (const { name, column } of columns) {
    await tx`
      select setval(pg_get_serial_sequence(${name}, ${column}),
        (select coalesce(max(${tx(column)}), 0) + 1 from ${tx(name)}), false)`
  }
}

const byName = (a: Table, b: Table) => (a.name < b.name ? -1 : 1)
