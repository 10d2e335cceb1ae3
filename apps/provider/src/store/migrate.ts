import type { Sql, TransactionSql } from 'postgres'
import { DatabaseError } from './DatabaseError.js'
import { mailbox } from './migrations/0001-mailbox.js'
import { projects } from './migrations/0002-projects.js'
import { telemetry } from './migrations/0003-telemetry.js'
import { names } from './migrations/0004-names.js'
import { onramp } from './migrations/0005-onramp.js'
import { sessions } from './migrations/0006-sessions.js'
import { rowSecurity } from './migrations/0007-row-security.js'
import { idempotency } from './migrations/0008-idempotency.js'
import { login } from './migrations/0009-login.js'
import { bundler } from './migrations/0010-bundler.js'
import { signingIdle } from './migrations/0011-signing-idle.js'
import { recovery } from './migrations/0012-recovery.js'
import { knownDevices } from './migrations/0013-known-devices.js'
import { bundlerRisk } from './migrations/0014-bundler-risk.js'
import { relayStorage } from './migrations/0015-relay-storage.js'
import { walletFrames } from './migrations/0016-wallet-frames.js'
import { numberLogIns } from './migrations/0017-number-log-ins.js'
import { telemetryUrl } from './migrations/0018-telemetry-url.js'
import { signIn } from './migrations/0019-sign-in.js'
import { onrampOrders } from './migrations/0020-onramp-orders.js'
import { exchangePayments } from './migrations/0021-exchange-payments.js'
import { accountVersion } from './migrations/0022-account-version.js'
import { grants } from './migrations/0023-grants.js'
import { sponsorship } from './migrations/0024-sponsorship.js'
import { sessionPermissions } from './migrations/0025-session-permissions.js'
import { accountHistory } from './migrations/0026-account-history.js'
import { sponsorProofs } from './migrations/0027-sponsor-proofs.js'
import { accountSignatures } from './migrations/0029-account-signatures.js'
import { signInEmails } from './migrations/0030-sign-in-emails.js'

/** One schema migration. Forward only; a released migration is never edited. */
export type Migration = {
  readonly version: number
  readonly name: string
  up(sql: TransactionSql): Promise<void>
}

export const allMigrations: readonly Migration[] = [
  mailbox,
  projects,
  telemetry,
  names,
  onramp,
  sessions,
  rowSecurity,
  idempotency,
  login,
  bundler,
  signingIdle,
  recovery,
  knownDevices,
  bundlerRisk,
  relayStorage,
  walletFrames,
  numberLogIns,
  telemetryUrl,
  signIn,
  onrampOrders,
  exchangePayments,
  accountVersion,
  grants,
  sponsorship,
  sessionPermissions,
  accountHistory,
  sponsorProofs,
  accountSignatures,
  signInEmails,
]

/** An arbitrary lock id: only one provider migrates at a time. */
export const migrationLock = 4_405_001

/** The schema version of this provider. */
export const newestSchema = newestOf(allMigrations)

/**
 * Applies missing migrations, up to a version. Each is one transaction, so an interrupted run can
 * continue.
 */
export async function migrate(
  sql: Sql,
  migrations = allMigrations,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const done = await appliedSteps(sql)
  const missing = migrations.filter(({ version }) => version <= upTo && !done.has(version))
  if (missing.length > 0) await prepare(sql)
  for (const migration of missing) await apply(sql, migration)
  const newest = newestOf(migrations)
  const found = Math.max(0, ...done)
  if (found > newest) {
    throw new DatabaseError(
      'schema-too-new',
      `The database has schema version ${found}, this provider knows ${newest}; run a newer provider.`,
    )
  }
}

function newestOf(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version))
}

/** Read without a lock, because most starts have nothing to migrate. */
async function appliedSteps(sql: Sql): Promise<Set<number>> {
  const [table] = await sql`select to_regclass('schema_steps') as name`
  if (!table?.name) return new Set()
  const rows = await sql<{ version: number }[]>`select version from schema_steps`
  return new Set(rows.map(({ version }) => version))
}

async function prepare(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    await tx`
      create table if not exists schema_steps (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`
  })
}

async function apply(sql: Sql, { version, name, up }: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    const done = await tx`select 1 from schema_steps where version = ${version}`
    if (done.length > 0) return
    await up(tx)
    await tx`insert into schema_steps (version, name) values (${version}, ${name})`
  })
}
