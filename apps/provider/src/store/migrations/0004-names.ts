import type { Migration } from '../migrate.js'

/**
 * Registered names, each with the project that registered it. `used_messages` has each signed request
 * while it could be replayed, and limits count its rows; networks are stored as a digest.
 */
export const names: Migration = {
  version: 4,
  name: 'names',
  async up(sql) {
    await sql`
      create table names (
        name text primary key,
        project_id text not null,
        attributes jsonb not null,
        registered_at bigint not null,
        updated_at bigint not null
      )`
    await sql`
      create table name_addresses (
        name text not null references names,
        coin_type bigint not null,
        address text not null,
        created_at bigint not null,
        primary key (name, coin_type)
      )`
    await sql`create index name_addresses_by_address on name_addresses (lower(address))`
    await sql`
      create table name_used_messages (
        digest bytea primary key,
        address text not null,
        network bytea,
        used_at bigint not null
      )`
    await sql`create index name_used_messages_by_address on name_used_messages (address, used_at)`
    await sql`create index name_used_messages_by_network on name_used_messages (network, used_at)`
    await sql`create index name_used_messages_by_time on name_used_messages (used_at)`
  },
}
