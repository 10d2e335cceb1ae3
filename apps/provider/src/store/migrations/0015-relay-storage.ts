import type { Migration } from '../migrate.js'

/**
 * Stored bytes per holder until they expire. Holders are digests of clients, projects and networks; a
 * network's is keyed and so short that many networks share it.
 */
export const relayStorage: Migration = {
  version: 15,
  name: 'relay-storage',
  async up(sql) {
    await sql`
      create table relay_storage (
        holder bytea not null,
        expires_at bigint not null,
        bytes bigint not null,
        primary key (holder, expires_at)
      )`
    await sql`create index relay_storage_by_expiry on relay_storage (expires_at)`
    await sql`
      create table relay_publishers (
        publisher bytea primary key,
        first_at bigint not null,
        last_at bigint not null
      )`
    await sql`create index relay_publishers_by_age on relay_publishers (last_at)`
    await sql`
      create table relay_network_key (
        is_only boolean primary key default true check (is_only),
        key bytea not null
      )`
    await sql`
      insert into relay_network_key (key)
      select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`
    // Existing mail counts for no project, and its publishers are not new.
    await sql`
      insert into relay_storage (holder, expires_at, bytes)
      select 'p'::bytea, expires_at - expires_at % 3600000 + 3600000, sum(octet_length(message) + 1024)
      from relay_messages group by 2`
    await sql`
      insert into relay_publishers (publisher, first_at, last_at)
      select publisher, min(published_at), max(published_at) from relay_messages group by publisher`
  },
}
