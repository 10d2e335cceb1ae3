import { describe, expect, it } from 'vitest'
import type { LogLine } from '../log.js'
import { createManualClock } from '../testing/manualClock.js'
import { createMailQueue } from './createMailQueue.js'
import { type Mail, MailError, type MailErrorCode } from './Mailer.js'

const mail: Mail = { to: 'ann@people.example', subject: 'Hello', text: 'Hello', html: 'Hello' }

function setUp() {
  const clock = createManualClock()
  const log: LogLine[] = []
  const sent: Mail[] = []
  let failure: MailErrorCode | undefined
  let attempts = 0
  const queue = createMailQueue({
    clock,
    log: (line) => log.push(line),
    mailer: {
      async send(one) {
        attempts += 1
        if (failure) throw new MailError(failure, 'ann@people.example 123456')
        sent.push(one)
      },
      stop() {},
    },
  })
  return {
    clock,
    log,
    sent,
    queue,
    attempts: () => attempts,
    fail: (code: MailErrorCode | undefined) => {
      failure = code
    },
    async pass(ms: number) {
      for (let second = 0; second < ms / 1_000; second += 1) {
        clock.advance(1_000)
        await new Promise(setImmediate)
      }
    },
  }
}

describe('mail queue', () => {
  it('retries until the server accepts a mail', async () => {
    const { clock, queue, sent, fail, pass, log } = setUp()
    fail('unreachable')
    queue.add(mail, clock.now() + 600_000)
    await pass(5_000)
    expect([sent.length, queue.isStuck()]).toEqual([0, true])
    fail(undefined)
    await pass(30_000)
    expect([sent.length, queue.isStuck()]).toEqual([1, false])
    expect(JSON.stringify(log)).not.toMatch(/ann|123456/)
  })

  it('reserves slots', () => {
    const { clock, queue } = setUp()
    for (let count = 0; count < 800; count += 1) queue.add(mail, clock.now() + 600_000)
    expect([queue.isStuck(200), queue.isStuck(199), queue.isStuck()]).toEqual([true, false, false])
  })

  it('drops rejected and expired mails', async () => {
    const { clock, queue, fail, pass, attempts } = setUp()
    fail('rejected')
    queue.add(mail, clock.now() + 600_000)
    await pass(60_000)
    expect([attempts(), queue.isStuck()]).toEqual([1, false])
    fail('unreachable')
    queue.add(mail, clock.now() + 10_000)
    await pass(60_000)
    expect([attempts(), queue.isStuck()]).toEqual([4, false])
  })
})
