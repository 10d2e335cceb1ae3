import type { Migration } from '../migrate.js'

/** When a session last signed or was confirmed: an idle session cannot sign. */
export const signingIdle: Migration = {
  version: 11,
  name: 'signing-idle',
  async up(sql) {
    await sql`alter table login_sessions add column active_at bigint not null default 0`
    await sql`set local latchkey.every_project = 'on'`
    await sql`update login_sessions set active_at = last_used_at`
  },
}
