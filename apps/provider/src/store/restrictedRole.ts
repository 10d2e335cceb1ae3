import type { Sql } from 'postgres'
import { migrationLock } from './migrate.js'

const roleName = 'latchkey_provider'

/**
 * The role for queries. Superusers bypass row security, so they switch to a role that can only read
 * and write our tables. Undefined if the connection's own role is fine.
 */
export async function findRestrictedRole(sql: Sql): Promise<string | undefined> {
  const [own] = await sql<{ passes: boolean }[]>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`
  if (!own?.passes) return undefined
  if (!(await isReady(sql))) await prepare(sql)
  return roleName
}

async function isReady(sql: Sql): Promise<boolean> {
  const [known] = await sql`select 1 from pg_roles where rolname = ${roleName}`
  if (!known) return false
  // Privileges are granted together, so checking one is enough.
  const closed = await sql`
    select 1 from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not has_table_privilege(${roleName}, oid, 'delete') limit 1`
  return closed.length === 0
}

async function prepare(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    const account = tx(roleName)
    const [known] = await tx`select 1 from pg_roles where rolname = ${roleName}`
    if (!known) await tx`create role ${account} nologin`
    await tx`grant ${account} to current_user`
    await tx`grant usage on schema public to ${account}`
    await tx`grant select, insert, update, delete on all tables in schema public to ${account}`
    await tx`grant usage on all sequences in schema public to ${account}`
  })
}
