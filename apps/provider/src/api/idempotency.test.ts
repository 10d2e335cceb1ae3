import { randomUUID } from 'node:crypto'
import { defineEndpoint } from '@latchkey/wire/http/endpoint'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../errors/ApiError.js'
import { route } from '../http/route.js'
import { createIdempotentCallStore } from '../store/idempotentCalls.js'
import type { Database } from '../store/openDatabase.js'
import { inEveryProject } from '../store/projectScope.js'
import { type CallOptions, createTestApi, testProject } from '../testing/apiFixture.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { createIdempotency } from './idempotency.js'

const hourMs = 3_600_000

const pay = defineEndpoint({
  name: 'pay',
  method: 'POST',
  path: '/pay/:id',
  params: v.object({ id: v.string() }),
  body: v.object({ amount: v.string() }),
  response: v.object({ receipt: v.string() }),
  caching: 'personal',
  changes: true,
})

let database: Database
beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database?.stop())

function build() {
  const clock = createManualClock()
  const idempotency = createIdempotency({ store: createIdempotentCallStore(database.sql), clock })
  const effects: string[] = []
  const site = { ...testProject, id: 'site', allowedOrigins: ['https://other.example'] }
  let work: () => Promise<void> = async () => undefined
  const api = createTestApi({
    routes: [
      route(pay, async ({ id, amount }) => {
        await work()
        effects.push(`${id} ${amount}`)
        return { receipt: randomUUID() }
      }),
    ],
    others: [site, { ...testProject, id: 'rival' }],
    clock,
    idempotency,
  })
  return {
    clock,
    api,
    idempotency,
    effects,
    setWork(next: () => Promise<void>) {
      work = next
    },
    pay: (
      key: string | undefined,
      amount = '1',
      { id = 'a', ...options }: CallOptions & { id?: string } = {},
    ) =>
      api.post(
        `/pay/${id}`,
        { amount },
        {
          ...options,
          headers: key === undefined ? {} : { 'idempotency-key': key },
        },
      ),
  }
}

describe('a call repeated with its key', () => {
  it('runs once and returns the same response for a day', async () => {
    const { pay, clock, effects } = build()
    const key = randomUUID()
    const first = await pay(key)
    expect(first.status).toBe(200)
    clock.advance(24 * hourMs - 1)
    const again = await pay(key)
    expect([again.status, again.text]).toEqual([200, first.text])
    const own = (headers: Headers) => [...headers].filter(([name]) => name !== 'x-request-id')
    expect(own(again.headers)).toEqual(own(first.headers))
    expect(effects).toHaveLength(1)
    expect((await pay(undefined)).text).not.toBe(first.text)
    expect(effects).toHaveLength(2)
  })

  it('runs again after a day', async () => {
    const { pay, clock, effects, idempotency } = build()
    const key = randomUUID()
    await pay(key)
    clock.advance(24 * hourMs + 1)
    await idempotency.sweep()
    await pay(key, '2')
    expect(effects).toEqual(['a 1', 'a 2'])
    const rows = await inEveryProject(
      database.sql,
      (tx) => tx`select 1 from idempotent_calls where started_at < ${clock.now() - 24 * hourMs}`,
    )
    expect(rows).toEqual([])
  })

  it('is rejected with other content', async () => {
    const { pay, effects } = build()
    const key = randomUUID()
    await pay(key)
    for (const other of [pay(key, '2'), pay(key, '1', { id: 'b' })]) {
      expect(await other).toMatchObject({ status: 422, reasons: [{ field: 'idempotency-key' }] })
    }
    expect(effects).toEqual(['a 1'])
  })

  it('is 409 while the first is running', async () => {
    const { pay, effects, setWork } = build()
    const key = randomUUID()
    let finish = () => {}
    let isBegun = false
    setWork(
      () =>
        new Promise((resolve) => {
          isBegun = true
          finish = resolve
        }),
    )
    const first = pay(key)
    await expect.poll(() => isBegun).toBe(true)
    const second = await pay(key)
    expect(second).toMatchObject({ status: 409, reasons: [{ field: 'idempotency-key' }] })
    expect(second.headers.get('retry-after')).toBe('1')
    finish()
    const { text } = await first
    expect((await pay(key)).text).toBe(text)
    expect(effects).toHaveLength(1)
  })

  it('runs once for a hundred concurrent requests', async () => {
    const { pay, effects } = build()
    for (let round = 1; round <= 3; round += 1) {
      const key = randomUUID()
      const answers = await Promise.all(Array.from({ length: 100 }, () => pay(key)))
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 409].includes(status))).toEqual([])
      expect(
        new Set(answers.flatMap(({ status, text }) => (status === 200 ? text : []))).size,
      ).toBe(1)
      expect(effects).toHaveLength(round)
    }
  })

  it('is separate by project and by site or network', async () => {
    const { pay, effects } = build()
    const key = randomUUID()
    await pay(key)
    await pay(key, '2', { projectId: 'rival' })
    await pay(key, '3', { projectId: 'site', origin: 'https://other.example' })
    await pay(key, '4', { origin: null })
    await pay(key, '5', { origin: null, address: '203.0.113.7' })
    await pay(key, '6', { origin: null, address: '203.0.113.8' })
    expect(effects).toHaveLength(6)
    // A page that changes its network stays the same caller.
    await pay(key, '1', { address: '203.0.113.9' })
    expect(effects).toHaveLength(6)
  })

  it('stores rejections, but no temporary errors', async () => {
    const { pay, effects, setWork } = build()
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const failures = [
      new ApiError(400, 'name', 'Taken.'),
      new ApiError(503, 'node', 'No node answers.'),
      new TypeError('an internal error'),
    ]
    for (const [index, key] of keys.entries()) {
      setWork(() => Promise.reject(failures[index]))
      await pay(key)
    }
    setWork(async () => undefined)
    const again = []
    for (const key of keys) again.push((await pay(key)).status)
    expect(again).toEqual([400, 200, 200])
    expect(effects).toHaveLength(2)
  })

  it('runs again when the first process crashed', async () => {
    const { pay, clock, effects, setWork } = build()
    const key = randomUUID()
    let isBegun = false
    setWork(() => {
      isBegun = true
      return new Promise(() => {})
    })
    const dead = pay(key)
    await expect.poll(() => isBegun).toBe(true)
    expect((await pay(key)).status).toBe(409)
    clock.advance(15_000)
    expect((await dead).status).toBe(503)
    setWork(async () => undefined)
    expect((await pay(key)).status).toBe(409)
    clock.advance(60_001)
    expect((await pay(key)).status).toBe(200)
    expect(effects).toHaveLength(1)
  })

  it.each(['short', 'with space in it ok?', 'a'.repeat(256), 'ümlaut-ümlaut-ümlaut'])(
    'rejects the key "%s"',
    async (key) => {
      const { pay, effects } = build()
      expect((await pay(key)).status).toBe(400)
      expect(effects).toEqual([])
    },
  )
})
