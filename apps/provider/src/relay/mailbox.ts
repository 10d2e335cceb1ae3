import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import { chargeStorage, type StorageCharge } from './storage.js'

/** A stored message. `publisher` and readers are digests of client ids. */
export type MailboxMessage = {
  readonly topic: string
  readonly message: string
  readonly messageId: string
  readonly tag: number
  readonly attestation: string | undefined
  readonly publisher: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/** `seq` orders messages and identifies them between relay processes. */
export type StoredMessage = Omit<MailboxMessage, 'messageId' | 'expiresAt'> & {
  readonly seq: number
}

export type ReadReceipt = {
  readonly seq: number
  readonly reader: string
}

/** Stored messages in PostgreSQL: every query of the relay, and nothing about delivery. */
export type Mailbox = {
  /**
   * Stores all or none, and returns their `seq` in order. The same text on a topic is one message.
   */
  store(messages: readonly MailboxMessage[], charge?: StorageCharge): Promise<number[]>
  load(seqs: readonly number[], now: number): Promise<StoredMessage[]>
  /** Unread messages of a reader, oldest first. */
  readUnread(query: UnreadQuery): Promise<MailPage>
  markRead(receipts: readonly ReadReceipt[]): Promise<void>
  markReadById(reader: string, ids: readonly { topic: string; messageId: string }[]): Promise<void>
  /** Marks everything on these topics as read. */
  markTopicsRead(reader: string, topics: readonly string[]): Promise<void>
  /** Removes the oldest read messages until a topic is below its limits. False if it stays full. */
  makeRoom(topic: string, room: { messages: number; bytes: number; now: number }): Promise<boolean>
  removeExpired(now: number): Promise<number>
}

export type MailPage = {
  readonly messages: readonly StoredMessage[]
  readonly hasMore: boolean
}

export type UnreadQuery = {
  readonly reader: string
  readonly topics: readonly string[]
  readonly after: number
  readonly limit: number
  /** Limit on message text. At least one message is read. */
  readonly bytes: number
  readonly now: number
}

const sweepSize = 5_000
/** A topic has two peers. Receipts of many more readers would fill the disk without being limited. */
const maxReaders = 8

type Row = {
  seq: string
  topic: string
  message: string
  tag: number
  attestation: string | null
  publisher: string
  published_at: string
}

export function createMailbox(sql: Sql): Mailbox {
  const columns = sql`
    m.seq, encode(m.topic, 'hex') as topic, m.message, m.tag, m.attestation,
    encode(m.publisher, 'hex') as publisher, m.published_at`
  const hasFewReaders = sql`
    (select count(*) from relay_receipts r where r.seq = m.seq) < ${maxReaders}`
  return {
    async store(messages, charge) {
      const rows = await sql<{ seq: string; key: string }[]>`
        with ${charge ? sql`${chargeStorage(sql, charge)},` : sql``} stored as (
          insert into relay_messages
            (topic, message_id, message, tag, attestation, publisher, published_at, expires_at)
          select decode(topic, 'hex'), decode(id, 'hex'), message, tag, attestation,
                 decode(publisher, 'hex'), published_at, expires_at
          from unnest(
            ${messages.map(({ topic }) => topic)}::text[],
            ${messages.map(({ messageId }) => messageId)}::text[],
            ${messages.map(({ message }) => message)}::text[],
            ${messages.map(({ tag }) => tag)}::integer[],
            ${messages.map(({ attestation }) => attestation ?? null)}::text[],
            ${messages.map(({ publisher }) => publisher)}::text[],
            ${messages.map(({ publishedAt }) => publishedAt)}::bigint[],
            ${messages.map(({ expiresAt }) => expiresAt)}::bigint[]
          ) with ordinality as given
            (topic, id, message, tag, attestation, publisher, published_at, expires_at, place)
          order by place
          on conflict (topic, message_id)
            do update set expires_at = greatest(relay_messages.expires_at, excluded.expires_at)
          returning seq, encode(topic, 'hex') || encode(message_id, 'hex') as key
        )
        select seq, key from stored`
      const seqs = new Map(rows.map(({ key, seq }) => [key, Number(seq)]))
      return messages.map(({ topic, messageId }) => seqs.get(topic + messageId) ?? 0)
    },

    async load(seqs, now) {
      const rows = await sql<Row[]>`
        select ${columns} from relay_messages m
        where m.seq = any(${[...seqs]}::bigint[]) and m.expires_at > ${now}
        order by m.seq`
      return rows.map(toMessage)
    },

    async readUnread({ reader, topics, after, limit, bytes, now }) {
      // Topic by topic along the index: with a list of topics and a limit, the planner may scan all
      // messages instead.
      const oldest = sql`
        select m.* from unnest(${[...new Set(topics)]}::text[]) as given (topic)
        cross join lateral (
          select m.* from relay_messages m
          where m.topic = decode(given.topic, 'hex')
            and m.seq > ${after} and m.expires_at > ${now}
            and m.publisher <> decode(${reader}, 'hex')
            and not exists (
              select from relay_receipts r
              where r.seq = m.seq and r.reader = decode(${reader}, 'hex'))
          order by m.seq limit ${limit + 1}
        ) m
        order by m.seq limit ${limit + 1}`
      const size = sql`(octet_length(m.message) + coalesce(octet_length(m.attestation), 0))`
      // Reads the texts of messages that fit only; lengths are known without reading them.
      const rows = await sql<(Row & { found: number })[]>`
        select ${columns}, m.found from (
          select m.*, sum(${size}) over earlier - ${size} as before,
            row_number() over earlier as place, (count(*) over ())::int as found
          from (${oldest}) m window earlier as (order by m.seq)
        ) m
        where m.place <= ${limit} and m.before < ${bytes} order by m.seq`
      return { messages: rows.map(toMessage), hasMore: (rows[0]?.found ?? 0) > rows.length }
    },

    async markRead(receipts) {
      await sql`
        insert into relay_receipts (seq, reader)
        select m.seq, decode(reader, 'hex') from unnest(
          ${receipts.map(({ seq }) => seq)}::bigint[],
          ${receipts.map(({ reader }) => reader)}::text[]) as m (seq, reader)
        where ${hasFewReaders}
        on conflict do nothing`
    },

    async markReadById(reader, ids) {
      await sql`
        insert into relay_receipts (seq, reader)
        select m.seq, decode(${reader}, 'hex')
        from unnest(
          ${ids.map(({ topic }) => topic)}::text[],
          ${ids.map(({ messageId }) => messageId)}::text[]) as given (topic, id)
        join relay_messages m
          on m.topic = decode(given.topic, 'hex') and m.message_id = decode(given.id, 'hex')
        where ${hasFewReaders}
        on conflict do nothing`
    },

    async markTopicsRead(reader, topics) {
      await sql`
        insert into relay_receipts (seq, reader)
        select m.seq, decode(${reader}, 'hex')
        from unnest(${[...topics]}::text[]) as given (topic)
        join relay_messages m on m.topic = decode(given.topic, 'hex')
        where m.publisher <> decode(${reader}, 'hex') and ${hasFewReaders}
        on conflict do nothing`
    },

    async makeRoom(topic, { messages, bytes, now }) {
      const [left] = await sql<{ count: number; bytes: number }[]>`
        with held as (
          select seq, octet_length(message) as size,
                 exists (select from relay_receipts r where r.seq = m.seq) as is_read
          from relay_messages m where topic = decode(${topic}, 'hex') and expires_at > ${now}
        ), total as (
          select count(*) as count, coalesce(sum(size), 0) as bytes from held
        ), already_read as (
          select seq, row_number() over oldest as place, sum(size) over oldest - size as before
          from held where is_read window oldest as (order by seq)
        ), excess as (
          select seq from already_read, total
          where total.count - already_read.place >= ${messages - 1}
             or total.bytes - already_read.before >= ${bytes}
        ), removed as (
          delete from relay_messages where seq = any(array(select seq from excess))
        ), forgotten as (
          delete from relay_receipts where seq = any(array(select seq from excess))
        )
        select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes
        from held where seq <> all(array(select seq from excess))`
      return left !== undefined && left.count < messages && left.bytes < bytes
    },

    async removeExpired(now) {
      const [row] = await sql<{ count: number }[]>`
        with expired as (
          select seq from relay_messages where expires_at <= ${now} limit ${sweepSize}
          for update skip locked
        ), removed as (
          delete from relay_messages where seq = any(array(select seq from expired))
        ), forgotten as (
          delete from relay_receipts where seq = any(array(select seq from expired))
        )
        select count(*)::int as count from expired`
      return row?.count ?? 0
    },
  }
}

/** The id of a client in the database. */
export function toReaderId(clientId: string): string {
  return createHash('sha256').update(`relay client ${clientId}`).digest('hex').slice(0, 32)
}

export function toMessageId(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}

function toMessage(row: Row): StoredMessage {
  return {
    seq: Number(row.seq),
    topic: row.topic,
    message: row.message,
    tag: row.tag,
    attestation: row.attestation ?? undefined,
    publisher: row.publisher,
    publishedAt: Number(row.published_at),
  }
}
