import type { Migration } from '../migrate.js'

/** Permissions over an account that people gave to sites. Times are in seconds, as in the API. */
export const sessions: Migration = {
  version: 6,
  name: 'sessions',
  async up(sql) {
    await sql`
      create table sessions (
        pci uuid primary key,
        project_id text not null,
        account text not null,
        permissions jsonb not null,
        policies jsonb not null,
        context text,
        created_at bigint not null,
        expiry bigint not null,
        revoked_at bigint
      )`
    await sql`create index sessions_by_account on sessions (project_id, account, created_at)`
  },
}
