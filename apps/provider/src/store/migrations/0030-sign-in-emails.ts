import type { Migration } from '../migrate.js'

/**
 * Emails of sign-ins. An address is stored only once its code and the account's signature are verified;
 * before that, there are keyed digests of the address and of the code.
 */
export const signInEmails: Migration = {
  version: 30,
  name: 'sign-in-emails',
  async up(sql) {
    await sql`
      create table sign_in_email_codes (
        id uuid primary key,
        project_id text not null references projects on delete cascade,
        account text not null,
        email_digest bytea not null,
        code_digest text not null,
        is_confirmed boolean not null default false,
        expires_at bigint not null
      )`
    await sql`create index sign_in_email_codes_by_expiry on sign_in_email_codes (expires_at)`
    await sql`
      create table sign_in_emails (
        project_id text not null references projects on delete cascade,
        account text not null,
        email text not null,
        used_at bigint not null,
        primary key (project_id, account)
      )`
    await sql`create index sign_in_emails_by_use on sign_in_emails (used_at)`
    await sql`alter table sign_in_sessions add column email text`
    for (const name of ['sign_in_email_codes', 'sign_in_emails']) {
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
