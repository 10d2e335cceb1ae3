import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../../store/openDatabase.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { randomTopic } from '../../testing/testRelayClient.js'
import type { Announcement, Fanout } from './Fanout.js'
import { createInProcessFanout } from './inProcess.js'
import { createPostgresFanout } from './postgresNotify.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const waitOptions = { interval: 10 }

let database: Database
let second: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
  second = await openDatabase({ url: database.url })
})

afterAll(async () => {
  await second?.stop()
  await database?.stop()
})

const inProcess = createInProcessFanout()

/** Tests that every fan-out must pass. */
describe.each<[string, () => [Fanout, Fanout]]>([
  ['in process', () => [inProcess, inProcess]],
  [
    'through PostgreSQL',
    () => [createPostgresFanout(database.sql), createPostgresFanout(second.sql)],
  ],
])('fan-out %s', (_, create) => {
  async function openBoth() {
    const [left, right] = create()
    const join = async (fanout: Fanout) => {
      const received: Announcement[] = []
      const member = await fanout.join({
        onAnnouncements: (announcements) => received.push(...announcements),
        onMissed() {},
      })
      return { ...member, received }
    }
    return { a: await join(left), b: await join(right) }
  }

  function news(count: number): Announcement[] {
    return Array.from({ length: count }, (_, index) => ({ seq: index + 1, topic: randomTopic() }))
  }

  it('announces to the others in order, and not to the sender', async () => {
    const { a, b } = await openBoth()
    const reported = news(1_000)
    const calls = [reported.slice(0, 1), reported.slice(1, 400), reported.slice(400)]
    await Promise.all(calls.map((part) => a.announce(part)))
    await expect.poll(() => b.received.length, waitOptions).toBe(1_000)
    expect(b.received).toEqual(reported)
    const answer = news(1)
    await b.announce(answer)
    await expect.poll(() => a.received, waitOptions).toEqual(answer)
    await Promise.all([a.leave(), b.leave()])
  })

  it('sends nothing without announcements or after leaving', async () => {
    const { a, b } = await openBoth()
    await b.announce([])
    await a.leave()
    const late = await openBoth()
    await b.announce(news(1))
    await expect.poll(() => late.a.received.length, waitOptions).toBe(1)
    expect(a.received).toEqual([])
    await Promise.all([b.leave(), late.a.leave(), late.b.leave()])
  })
})

it('PostgreSQL fan-out reports when announcements may have been missed', async () => {
  const listener = await openDatabase({ url: database.url })
  let misses = 0
  const member = await createPostgresFanout(listener.sql).join({
    onAnnouncements() {},
    onMissed() {
      misses += 1
    },
  })
  expect(misses).toBe(0)
  const superuser = postgres(database.url, { max: 1 })
  await superuser`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen %' and pid <> pg_backend_pid()`
  await superuser.end()
  await expect.poll(() => misses, waitOptions).toBeGreaterThan(0)
  await member.leave()
  await listener.stop()
})
