import type { Migration } from '../migrate.js'

/**
 * Devices are recognised by a secret key, stored as a digest. The earlier ids were not secret, so they
 * are removed, and each device is known again after its next log-in.
 */
export const knownDevices: Migration = {
  version: 13,
  name: 'known-devices',
  async up(sql) {
    await sql`drop table login_devices`
    await sql`
      create table login_devices (
        account_id uuid not null references login_accounts on delete cascade,
        digest bytea not null,
        created_at bigint not null,
        primary key (account_id, digest)
      )`
  },
}
