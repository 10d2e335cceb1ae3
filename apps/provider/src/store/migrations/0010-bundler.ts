import type { Migration } from '../migrate.js'

/**
 * Accepted operations of smart accounts and their transactions. They are public on the chain, so they
 * belong to no project.
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
    // Two pending operations never share a nonce of the executor,
    await sql`
      create unique index user_operations_by_executor_nonce
        on user_operations (chain, executor, executor_nonce) where state = 'sent'`
    // nor a nonce of their sender.
    await sql`
      create unique index user_operations_by_nonce
        on user_operations (chain, sender, nonce) where state = 'sent'`
    await sql`
      create index user_operations_by_sender on user_operations (chain, sender, updated_at)`
  },
}
