import type { Migration } from '../migrate.js'

/**
 * Operations of smart accounts that the bundler has taken, with the transaction that carries each. They
 * are public on the chain, so they belong to no project.
 */
export const bundler: Migration = {
  version: 10,
  name: 'bundler',
  async up(sql) {
    await sql`
      create table user_operations (
        chain text not null,
        hash text not null,
        sender text not null,
        nonce numeric(78) not null,
        operation jsonb not null,
        state text not null,
        executor text not null,
        executor_nonce bigint not null,
        signed text not null,
        transaction_hash text not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (chain, hash)
      )`
    // Two operations can never be signed for the same place in the executor's queue.
    await sql`
      create unique index user_operations_by_executor_nonce
        on user_operations (chain, executor, executor_nonce) where state = 'sent'`
    // Nor two be on their way of which the chain can take one.
    await sql`
      create unique index user_operations_by_nonce
        on user_operations (chain, sender, nonce) where state = 'sent'`
    await sql`
      create index user_operations_by_sender on user_operations (chain, sender, updated_at)`
  },
}
