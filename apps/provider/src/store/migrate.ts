import type { Sql, TransactionSql } from 'postgres'
import { DatabaseError } from './DatabaseError.js'
import { mailbox } from './migrations/0001-mailbox.js'
import { projects } from './migrations/0002-projects.js'
import { telemetry } from './migrations/0003-telemetry.js'
import { names } from './migrations/0004-names.js'
import { onramp } from './migrations/0005-onramp.js'
import { sessions } from './migrations/0006-sessions.js'

/** One step of the schema. Steps only go forward; a released step is never edited. */
export interface Migration {
  readonly version: number
  readonly name: string
  up(sql: TransactionSql): Promise<void>
}

const MIGRATIONS: readonly Migration[] = [mailbox, projects, telemetry, names, onramp, sessions]

/** Any number; the same for every provider, so that only one of them migrates at a time. */
const MIGRATION_LOCK = 4_405_001

/** Brings the schema up to date. Each step commits whole, so a killed run continues where it was. */
export async function migrate(sql: Sql, migrations = MIGRATIONS): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    await tx`
      create table if not exists schema_steps (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`
  })
  for (const migration of migrations) await apply(sql, migration)
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  const [row] = await sql<{ version: number | null }[]>`
    select max(version) as version from schema_steps`
  if ((row?.version ?? 0) > newest) {
    throw new DatabaseError(
      'schema-too-new',
      `The database has schema version ${row?.version}, this provider knows ${newest}; run the newer provider.`,
    )
  }
}

async function apply(sql: Sql, { version, name, up }: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    const done = await tx`select 1 from schema_steps where version = ${version}`
    if (done.length > 0) return
    await up(tx)
    await tx`insert into schema_steps (version, name) values (${version}, ${name})`
  })
}
