import type { Migration } from '../migrate.js'

/**
 * Calls that change something, by their idempotency key, with the response once there is one. Callers
 * and requests are stored as digests only.
 */
export const idempotency: Migration = {
  version: 8,
  name: 'idempotency',
  async up(sql) {
    await sql`
      create table idempotent_calls (
        project_id text not null,
        caller bytea not null,
        key text not null,
        request bytea not null,
        started_at bigint not null,
        answer jsonb,
        body text,
        primary key (project_id, caller, key)
      )`
    await sql`create index idempotent_calls_by_age on idempotent_calls (started_at)`
    await sql`alter table idempotent_calls enable row level security`
    await sql`alter table idempotent_calls force row level security`
    await sql`
      create policy own_project on idempotent_calls
        using (project_id = current_setting('latchkey.project', true))`
    await sql`
      create policy every_project on idempotent_calls
        using (current_setting('latchkey.every_project', true) = 'on')`
  },
}
