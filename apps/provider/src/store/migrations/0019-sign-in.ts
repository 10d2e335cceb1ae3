import type { Migration } from '../migrate.js'

/**
 * Hosted sign-in: used nonces, the accounts that signed in to a project, and their sessions. Refresh
 * tokens are stored as digests.
 */
export const signIn: Migration = {
  version: 19,
  name: 'sign-in',
  async up(sql) {
    await sql`
      create table sign_in_nonces (
        project_id text not null references projects on delete cascade,
        nonce text not null,
        expires_at bigint not null,
        primary key (project_id, nonce)
      )`
    await sql`create index sign_in_nonces_by_expiry on sign_in_nonces (expires_at)`
    await sql`
      create table sign_in_accounts (
        id uuid primary key,
        project_id text not null references projects on delete cascade,
        account text not null,
        connection_method text,
        metadata jsonb,
        created_at bigint not null,
        updated_at bigint not null,
        last_signed_in_at bigint not null,
        unique (project_id, account)
      )`
    await sql`
      create table sign_in_sessions (
        id uuid primary key,
        project_id text not null references projects on delete cascade,
        account_id uuid not null references sign_in_accounts on delete cascade,
        origin text not null,
        uri text not null,
        nonce text not null,
        refresh_hash bytea not null,
        previous_hash bytea,
        refresh_salt bytea,
        refreshed_at bigint not null,
        created_at bigint not null,
        expires_at bigint not null
      )`
    await sql`create index sign_in_sessions_by_account on sign_in_sessions (account_id, created_at)`
    await sql`create index sign_in_sessions_by_expiry on sign_in_sessions (expires_at)`
    for (const name of ['sign_in_nonces', 'sign_in_accounts', 'sign_in_sessions']) {
      const table = sql(name)
      await sql`alter table ${table} enable row level security`
      await sql`alter table ${table} force row level security`
      await sql`
        create policy own_project on ${table}
          using (project_id = current_setting('latchkey.project', true))`
      await sql`
        create policy every_project on ${table}
          using (current_setting('latchkey.every_project', true) = 'on')`
    }
  },
}
