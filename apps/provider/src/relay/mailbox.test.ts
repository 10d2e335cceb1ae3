import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../store/openDatabase.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { randomTopic } from '../testing/testRelayClient.js'
import {
  createMailbox,
  type Mailbox,
  type MailboxMessage,
  toMessageId,
  toReaderId,
} from './mailbox.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const [dapp, wallet] = [toReaderId('dapp'), toReaderId('wallet')]

let database: Database
let mailbox: Mailbox

beforeAll(async () => {
  database = await openTemporaryDatabase()
  mailbox = createMailbox(database.sql)
})

afterAll(() => database?.stop())

function letter(topic: string, message: string, expiresAt = 1_000): MailboxMessage {
  return {
    topic,
    message,
    messageId: toMessageId(message),
    tag: 1108,
    attestation: undefined,
    publisher: dapp,
    publishedAt: 0,
    expiresAt,
  }
}

function unread(topic: string, now: number, reader = wallet) {
  return mailbox
    .readUnread({ reader, topics: [topic], after: 0, limit: 100, bytes: 1_000, now })
    .then(({ messages }) => messages.map(({ message }) => message))
}

describe('mailbox', () => {
  it('returns a message until it expires, then removes all trace of it', async () => {
    const topic = randomTopic()
    const [brief = 0, lasting = 0] = await mailbox.store([
      letter(topic, 'brief'),
      letter(topic, 'lasting', 9_000),
    ])
    expect(lasting).toBeGreaterThan(brief)
    expect(await unread(topic, 999)).toEqual(['brief', 'lasting'])
    expect(await unread(topic, 1_000)).toEqual(['lasting'])
    expect(await mailbox.load([brief, lasting], 1_000)).toMatchObject([{ message: 'lasting' }])
    await mailbox.markRead([{ seq: brief, reader: wallet }])
    expect(await mailbox.removeExpired(1_000)).toBe(1)
    expect(await database.sql`select seq from relay_receipts where seq = ${brief}`).toEqual([])
    expect(await unread(topic, 0)).toEqual(['lasting'])
  })

  it('returns unread messages to everyone but the publisher', async () => {
    const topic = randomTopic()
    const [first = 0] = await mailbox.store([letter(topic, '1'), letter(topic, '2')])
    await mailbox.markRead([
      { seq: first, reader: wallet },
      { seq: first, reader: wallet },
    ])
    expect(await unread(topic, 0)).toEqual(['2'])
    expect(await unread(topic, 0, dapp)).toEqual([])
    expect(await unread(topic, 0, toReaderId('other'))).toEqual(['1', '2'])
    await mailbox.markTopicsRead(wallet, [topic])
    expect(await unread(topic, 0)).toEqual([])
  })

  it('extends a message that is stored again and keeps its order', async () => {
    const topic = randomTopic()
    const [first, second] = await mailbox.store([letter(topic, '1'), letter(topic, '2')])
    expect(await mailbox.store([letter(topic, '2'), letter(topic, '1', 5_000)])).toEqual([
      second,
      first,
    ])
    expect(await unread(topic, 4_000)).toEqual(['1'])
  })

  it('makes room from the oldest read messages, never from unread ones', async () => {
    const topic = randomTopic()
    const seqs = await mailbox.store(['1', '2', '3', '4'].map((text) => letter(topic, text)))
    const room = { messages: 4, bytes: 1_000, now: 0 }
    expect(await mailbox.makeRoom(topic, room)).toBe(false)
    await mailbox.markRead([seqs[1], seqs[2]].map((seq = 0) => ({ seq, reader: wallet })))
    expect(await mailbox.makeRoom(topic, { ...room, messages: 5 })).toBe(true)
    expect(await unread(topic, 0, toReaderId('other'))).toEqual(['1', '2', '3', '4'])
    expect(await mailbox.makeRoom(topic, { ...room, messages: 3 })).toBe(true)
    expect(await unread(topic, 0, toReaderId('other'))).toEqual(['1', '4'])
    expect(await mailbox.makeRoom(topic, { ...room, bytes: 2 })).toBe(false)
  })

  it('stores receipts of at most eight readers per message', async () => {
    const topic = randomTopic()
    const [seq = 0] = await mailbox.store([letter(topic, '1')])
    const count = async () => {
      const [row] = await database.sql`
        select count(*)::int as count from relay_receipts where seq = ${seq}`
      return row?.count
    }
    for (let index = 0; index < 20; index += 1) {
      await mailbox.markRead([{ seq, reader: toReaderId(`reader ${index}`) }])
      await mailbox.markReadById(toReaderId(`other ${index}`), [
        { topic, messageId: toMessageId('1') },
      ])
      await mailbox.markTopicsRead(toReaderId(`third ${index}`), [topic])
    }
    expect(await count()).toBe(8)
    expect(await unread(topic, 0, toReaderId('reader 0'))).toEqual([])
    expect(await unread(topic, 0, toReaderId('reader 19'))).toEqual(['1'])
  })

  it('reads a repeated topic once and reports when there is more', async () => {
    const topic = randomTopic()
    await mailbox.store(['1', '2', '3', '4'].map((text) => letter(topic, text.repeat(10))))
    const page = async (more: { limit?: number; bytes?: number }) => {
      const query = { reader: wallet, topics: Array(500).fill(topic), after: 0, now: 0 }
      const found = await mailbox.readUnread({ ...query, limit: 100, bytes: 1_000, ...more })
      return [found.messages.length, found.hasMore]
    }
    expect(await page({})).toEqual([4, false])
    expect(await page({ limit: 4 })).toEqual([4, false])
    expect(await page({ limit: 3 })).toEqual([3, true])
    // A page ends with the message that exceeds the limit, and has at least one.
    expect(await page({ bytes: 21 })).toEqual([3, true])
    expect(await page({ bytes: 20 })).toEqual([2, true])
    expect(await page({ bytes: 1 })).toEqual([1, true])
  })
})
