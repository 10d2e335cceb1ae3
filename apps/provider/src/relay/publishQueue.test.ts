import { describe, expect, it } from 'vitest'
import type { LogLine } from '../log.js'
import { createManualClock } from '../testing/manualClock.js'
import type { Mailbox, MailboxMessage, StoredMessage } from './mailbox.js'
import { createPublishQueue } from './publishQueue.js'
import { defaultRelayLimits, type RelayLimits } from './relayLimits.js'
import { createMetrics } from './relayMetrics.js'
import type { Storage } from './storage.js'

const waitOptions = { interval: 5 }

function message(text: string, topic = 'a'): MailboxMessage {
  return {
    topic,
    message: text,
    messageId: text,
    tag: 1,
    attestation: undefined,
    publisher: 'p',
    publishedAt: 0,
    expiresAt: 1_000,
  }
}

/** A queue with a store whose commits succeed or fail when the test decides. */
function setUp(limits: Partial<RelayLimits> = {}) {
  const clock = createManualClock()
  const stored: StoredMessage[] = []
  const lines: LogLine[] = []
  const commits: { texts: string[]; succeed: () => void; fail: () => void }[] = []
  const room = { isLeft: true, isTopicFull: false, looks: 0 }
  let seq = 0
  const mailbox = {
    store: (messages: readonly MailboxMessage[]) =>
      new Promise<number[]>((resolve, reject) => {
        commits.push({
          texts: messages.map(({ message }) => message),
          succeed: () => resolve(messages.map(() => ++seq)),
          fail: () => reject(Object.assign(new Error('secret text'), { code: '57P01' })),
        })
      }),
    async makeRoom() {
      room.looks += 1
      return !room.isTopicFull
    },
  } as Partial<Mailbox> as Mailbox
  const storage: Pick<Storage, 'check'> = {
    async check(publications) {
      const faults = publications.map(() => undefined)
      return { faults, charge: { entries: [], publishers: [], now: 0 } }
    },
  }
  const queue = createPublishQueue({
    mailbox,
    storage,
    hasRoom: () => room.isLeft,
    clock,
    limits: { ...defaultRelayLimits, ...limits },
    metrics: createMetrics(),
    log: (line) => lines.push(line),
    onStored: (messages) => stored.push(...messages),
  })
  const publish = (message: MailboxMessage, network?: string) =>
    queue.publish({ message, network, project: undefined })
  return { queue: { ...queue, publish }, clock, commits, stored, lines, room }
}

describe('publish queue', () => {
  it('rejects while the disk is full and works again afterwards', async () => {
    const { queue, commits, room } = setUp()
    room.isLeft = false
    await expect(queue.publish(message('1'))).rejects.toMatchObject({ tag: 'StorageError' })
    room.isLeft = true
    const published = queue.publish(message('1'))
    await expect.poll(() => commits.length, waitOptions).toBe(1)
    commits[0]?.succeed()
    await published
  })

  it('acknowledges only durable messages and batches what arrives in between', async () => {
    const { queue, commits, stored } = setUp()
    const acknowledged: string[] = []
    const publish = (text: string) =>
      queue.publish(message(text)).then(() => acknowledged.push(text))
    publish('1')
    await expect.poll(() => commits.length, waitOptions).toBe(1)
    for (const text of ['2', '3', '3', '4']) publish(text)
    expect([acknowledged, stored]).toEqual([[], []])
    commits[0]?.succeed()
    await expect.poll(() => commits.length, waitOptions).toBe(2)
    expect(acknowledged).toEqual(['1'])
    expect(commits[1]?.texts).toEqual(['2', '3', '4'])
    commits[1]?.succeed()
    await queue.drain()
    expect(acknowledged).toEqual(['1', '2', '3', '3', '4'])
    expect(stored.map(({ seq, message }) => `${seq} ${message}`)).toEqual([
      '1 1',
      '2 2',
      '3 3',
      '4 4',
    ])
  })

  it('gives other networks a share of each commit and keeps the order of each', async () => {
    const { queue, commits } = setUp()
    queue.publish(message('first'))
    await expect.poll(() => commits.length, waitOptions).toBe(1)
    const large = Array.from({ length: 9 }, (_, index) => `${index}${'A'.repeat(90_000)}`)
    for (const text of large) queue.publish(message(text, text), 'hostile')
    queue.publish(message('honest'), 'other')
    queue.publish(message('tiny'), 'hostile')
    const texts = () => commits.at(-1)?.texts.map((text) => text.slice(0, 6).replace(/A+$/, ''))
    for (const expected of [
      ['0', '1', 'honest'],
      ['2', '3'],
      ['4', '5'],
      ['6', '7'],
      ['8', 'tiny'],
    ]) {
      const count = commits.length
      commits.at(-1)?.succeed()
      await expect.poll(() => commits.length, waitOptions).toBe(count + 1)
      expect(texts()).toEqual(expected)
    }
    commits.at(-1)?.succeed()
    await queue.drain()
  })

  it('does not check a full topic for every message', async () => {
    const { queue, clock, room } = setUp({ mailboxMessages: 10 })
    room.isTopicFull = true
    const publishMany = async () => {
      const calls = Array.from({ length: 50 }, (_, index) => queue.publish(message(`${index}`)))
      return new Set((await Promise.allSettled(calls)).map(({ status }) => status))
    }
    expect(await publishMany()).toEqual(new Set(['rejected']))
    expect(await publishMany()).toEqual(new Set(['rejected']))
    expect(room.looks).toBe(1)
    clock.advance(500)
    await publishMany()
    expect(room.looks).toBe(2)
  })

  it('retries while the database restarts', async () => {
    const { queue, clock, commits, lines } = setUp()
    const published = queue.publish(message('1'))
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect
        .poll(() => {
          clock.advance(4_000)
          return commits.length
        }, waitOptions)
        .toBe(attempt)
      if (attempt < 5) commits[attempt - 1]?.fail()
    }
    commits[4]?.succeed()
    await published
    expect(lines.map(({ event, reason }) => `${event} ${reason}`)).toEqual(
      Array(4).fill('publish-retry Error 57P01'),
    )
  })

  it('fails when the database stays down and works again afterwards', async () => {
    const { queue, clock, commits, stored, lines } = setUp()
    let fault: unknown
    queue.publish(message('1')).catch((error: unknown) => {
      fault = error
    })
    let failed = 0
    await expect
      .poll(() => {
        for (; failed < commits.length; failed += 1) commits[failed]?.fail()
        clock.advance(4_000)
        return fault
      }, waitOptions)
      .toMatchObject({ code: -32603, tag: 'StorageError' })
    expect(JSON.stringify(lines)).not.toContain('secret')
    const next = queue.publish(message('2'))
    await expect.poll(() => commits.length, waitOptions).toBe(failed + 1)
    commits.at(-1)?.succeed()
    await next
    expect(stored.map(({ message }) => message)).toEqual(['2'])
  })

  it('rejects what would not fit into memory', async () => {
    const { queue, commits } = setUp()
    const large = 'A'.repeat(90_000)
    const outcomes = Array.from({ length: 800 }, (_, index) =>
      queue.publish(message(`${large}${index}`, `t${index}`)).then(
        () => 'stored',
        ({ tag }: { tag: string }) => tag,
      ),
    )
    expect(await outcomes.at(-1)).toBe('TooManyRequests')
    const all = Promise.all(outcomes)
    let isSettled = false
    all.then(() => {
      isSettled = true
    })
    let succeeded = 0
    await expect
      .poll(() => {
        for (; succeeded < commits.length; succeeded += 1) commits[succeeded]?.succeed()
        return isSettled
      }, waitOptions)
      .toBe(true)
    expect((await all).filter((outcome) => outcome === 'stored').length).toBeGreaterThan(700)
  })
})
