import type { Migration } from '../migrate.js'

/** Transactions of Solana accounts; what is known of each address is in the ranges of the history. */
export const accountSignatures: Migration = {
  version: 29,
  name: 'account-signatures',
  async up(sql) {
    await sql`
      create table account_signatures (
        history_id bigint not null references account_histories (id) on delete cascade,
        slot bigint not null,
        signature text collate "C" not null,
        entry text,
        primary key (history_id, slot, signature)
      )`
  },
}
