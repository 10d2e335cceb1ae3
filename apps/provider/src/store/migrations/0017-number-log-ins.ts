import type { Migration } from '../migrate.js'

/**
 * Whether the person completed the log-in by typing a number. Unknown for earlier social log-ins, so
 * they count as such until the next log-in.
 */
export const numberLogIns: Migration = {
  version: 17,
  name: 'number-log-ins',
  async up(sql) {
    await sql`alter table login_sessions add column by_number boolean not null default true`
    await sql`update login_sessions set by_number = false where issuer = 'email'`
  },
}
