import type { Migration } from '../migrate.js'

/**
 * Encrypted messages waiting for their readers. Clients are stored only as a digest of their id, and no
 * network address is stored.
 */
export const mailbox: Migration = {
  version: 1,
  name: 'mailbox',
  async up(sql) {
    await sql`
      create table relay_messages (
        seq bigint generated always as identity primary key,
        topic bytea not null,
        message_id bytea not null,
        message text not null,
        tag integer not null,
        attestation text,
        publisher bytea not null,
        published_at bigint not null,
        expires_at bigint not null,
        unique (topic, message_id)
      )`
    // Encrypted bytes do not compress.
    await sql`alter table relay_messages alter column message set storage external`
    await sql`create index relay_messages_by_topic on relay_messages (topic, seq)`
    await sql`create index relay_messages_by_expiry on relay_messages (expires_at)`
    await sql`
      create table relay_receipts (
        seq bigint not null,
        reader bytea not null,
        primary key (seq, reader)
      )`
  },
}
