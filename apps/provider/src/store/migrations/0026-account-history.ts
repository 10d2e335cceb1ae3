import type { Migration } from '../migrate.js'

/**
 * What was read from logs about accounts, with the blocks it covers. Public chain data, so it belongs to
 * no project.
 */
export const accountHistory: Migration = {
  version: 26,
  name: 'account-history',
  async up(sql) {
    await sql`
      create table account_histories (
        id bigint generated always as identity primary key,
        chain text not null,
        account text not null,
        ranges jsonb not null,
        bytes bigint not null default 0,
        version bigint not null default 0,
        asked_at bigint not null,
        unique (chain, account)
      )`
    await sql`create index account_histories_by_age on account_histories (asked_at)`
    await sql`
      create table account_transactions (
        history_id bigint not null references account_histories (id) on delete cascade,
        block bigint not null,
        index integer not null,
        entry text not null,
        primary key (history_id, block, index)
      )`
    await sql`
      create table account_discoveries (
        chain text not null,
        account text not null,
        found jsonb not null,
        asked_at bigint not null,
        primary key (chain, account)
      )`
    await sql`create index account_discoveries_by_age on account_discoveries (asked_at)`
  },
}
