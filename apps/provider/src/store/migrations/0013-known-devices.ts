import type { Migration } from '../migrate.js'

/**
 * Devices are recognised by a secret key, of which only the digest is stored. The ids stored before
 * were no secret, so they are dropped and each device is recognised again after its next log-in.
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
