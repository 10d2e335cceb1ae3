import type { Migration } from '../migrate.js'

/** Permissions that wallets granted to sites. The chain decides whether they are still valid. */
export const grants: Migration = {
  version: 23,
  name: 'grants',
  async up(sql) {
    await sql`
      create table login_grants (
        account_id uuid not null references login_wallets on delete cascade,
        id text not null,
        context text not null,
        nonce text not null,
        names text[] not null,
        origin text not null,
        created_at bigint not null,
        expires_at bigint not null,
        primary key (account_id, id)
      )`
    await sql`create index on login_grants (expires_at)`
  },
}
