import type { Migration } from '../migrate.js'

/** The version of a wallet's smart account. Wallets made before keep version 1, and their address. */
export const accountVersion: Migration = {
  version: 22,
  name: 'account-version',
  async up(sql) {
    await sql`
      alter table login_wallets
        add column account_version smallint not null default 1 check (account_version in (1, 2))`
  },
}
