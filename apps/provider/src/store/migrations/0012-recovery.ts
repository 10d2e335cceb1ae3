import type { Migration } from '../migrate.js'

/**
 * Explicit recovery: sessions have the frame's key and the time of the last proof for a recovery.
 * Replaced share sets are stored for a while, readable only with the wallet's key.
 */
export const recovery: Migration = {
  version: 12,
  name: 'recovery',
  async up(sql) {
    await sql`alter table login_sessions add column frame_key text`
    await sql`alter table login_sessions add column recovery_proven_at bigint not null default 0`
    await sql`alter table login_flows drop constraint login_flows_purpose_check`
    await sql`
      alter table login_flows add constraint login_flows_purpose_check
        check (purpose in ('login', 'confirm', 'update', 'recover'))`
    await sql`
      create index login_flows_by_account on login_flows ((details ->> 'accountId'))
        where purpose = 'recover'`
    await sql`alter table login_shares add column frame_key text`
    await sql`alter table login_wallets add column recovered_at bigint not null default 0`
    await sql`alter table login_wallets add column recovered_device uuid`
    await sql`
      create table login_replaced_shares (
        id bigint generated always as identity primary key,
        account_id uuid not null references login_wallets on delete cascade,
        sealed bytea not null,
        replaced_at bigint not null,
        expires_at bigint not null
      )`
    await sql`
      create index login_replaced_shares_by_account on login_replaced_shares (account_id, replaced_at)`
    await sql`create index login_replaced_shares_by_expiry on login_replaced_shares (expires_at)`
  },
}
