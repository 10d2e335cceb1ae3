import type { Migration } from '../migrate.js'

/**
 * Amounts at risk and lost by the bundler, per owner and network, in the chain's smallest unit. Client
 * networks are stored as keyed digests only.
 */
export const bundlerRisk: Migration = {
  version: 14,
  name: 'bundler-risk',
  async up(sql) {
    await sql`
      alter table user_operations
        add column owner text,
        add column network text not null default '',
        add column factory text,
        add column at_risk numeric(78) not null default 0`
    // Pending operations may share an account, so each counts as a separate owner.
    await sql`update user_operations set owner = sender || ' ' || nonce`
    await sql`alter table user_operations alter column owner set not null`
    await sql`
      create unique index user_operations_in_flight
        on user_operations (chain, owner) where state = 'sent'`
    await sql`
      create table bundler_totals (
        chain text primary key,
        included bigint not null,
        failed bigint not null,
        laid_out numeric(78) not null,
        refunded numeric(78) not null,
        lost numeric(78) not null
      )`
    await sql`
      create table bundler_losses (
        chain text not null,
        transaction_hash text not null,
        lost numeric(78) not null,
        lost_at bigint not null,
        primary key (chain, transaction_hash)
      )`
    await sql`create index bundler_losses_by_time on bundler_losses (chain, lost_at)`
    await sql`
      create table bundler_reputation (
        chain text not null,
        entity text not null,
        key text not null,
        included double precision not null,
        failed double precision not null,
        paid numeric(78) not null,
        failed_at bigint not null,
        updated_at bigint not null,
        primary key (chain, entity, key)
      )`
  },
}
