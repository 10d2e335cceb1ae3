import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../store/openDatabase.js'
import { createManualClock, type ManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createAccounts } from './accounts.js'
import { createFlows, type Flows, maxWaitMs, type NewFlow } from './flows.js'
import { createLimits } from './limits.js'
import { createSessions, freshMs } from './sessions.js'

let database: Database
let clock: ManualClock
let flows: Flows

beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => {
  clock = createManualClock()
  flows = createFlows({ sql: database.sql, clock })
})

const secret = randomBytes(32).toString('hex')
const begun: NewFlow = {
  projectId: 'one',
  origin: 'https://a.example',
  purpose: 'login',
  method: 'email',
  binding: createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'),
  state: 'asked',
  details: { stored: 1 },
  lifetimeMs: 600_000,
}
const open = new AbortController().signal

describe('a flow', () => {
  it('belongs to the frame that started it', async () => {
    const { id } = await flows.start(begun)
    expect(await flows.readForFrame(id, { projectId: 'one', secret })).toMatchObject({
      id,
      state: 'asked',
    })
    const unknown = { reasons: [expect.objectContaining({ field: 'flow-unknown' })] }
    const strangers = [
      { flow: id, projectId: 'one', secret: randomBytes(32).toString('hex') },
      { flow: id, projectId: 'two', secret },
      { flow: randomUUID(), projectId: 'one', secret },
    ]
    for (const { flow, ...frame } of strangers) {
      await expect(flows.readForFrame(flow, frame)).rejects.toMatchObject(unknown)
    }
    clock.advance(600_000)
    await expect(flows.readForFrame(id, { projectId: 'one', secret })).rejects.toMatchObject(
      unknown,
    )
  })

  it('is finished and changed by exactly one of 200 concurrent calls', async () => {
    for (let round = 0; round < 2; round += 1) {
      const flow = await flows.start(begun)
      const step = { from: 'asked', to: 'right', details: { more: 2 } } as const
      const moves = await Promise.all(
        Array.from({ length: 20 }, () => flows.transition(flow, step)),
      )
      const [moved, ...others] = moves.filter((one) => one !== undefined)
      expect(others).toEqual([])
      expect(moved).toMatchObject({ state: 'right', details: { stored: 1, more: 2 } })
      const ends = await Promise.all(
        Array.from({ length: 200 }, () => flows.finish(flow, ['asked', 'right'])),
      )
      expect(ends.filter((isMine) => isMine)).toHaveLength(1)
      expect(await flows.findById(flow.id)).toBeUndefined()
    }
  })

  it('has a second id that is stored as a digest only', async () => {
    const handle = randomBytes(32).toString('base64url')
    const { id } = await flows.start({ ...begun, handle })
    expect(await flows.findByHandle(handle)).toMatchObject({ id })
    const [row] = await database.sql.begin(async (tx) => {
      await tx`select set_config('latchkey.every_project', 'on', true)`
      return tx`select login_flows::text as text from login_flows where id = ${id}`
    })
    expect(row?.text).toContain(id)
    expect(row?.text).not.toContain(handle)
    expect(row?.text).not.toContain(Buffer.from(handle).toString('hex'))
  })

  it('resumes waiting calls on a change, and ends them in time', async () => {
    const flow = await flows.start(begun)
    const woken = flows.waitForChange(flow, 'asked', open)
    await flows.transition(flow, { from: 'asked', to: 'approved' })
    expect(await woken).toMatchObject({ state: 'approved' })

    const gone = new AbortController()
    const left = flows.waitForChange(flow, 'approved', gone.signal)
    gone.abort()
    expect(await left).toMatchObject({ state: 'approved' })

    let isLate = false
    const late = flows.waitForChange(flow, 'approved', open).finally(() => {
      isLate = true
    })
    // Each database read needs one more turn of the event loop.
    for (let turn = 0; !isLate && turn < 1_000; turn += 1) {
      clock.advance(maxWaitMs / 100)
      await database.sql`select 1`
    }
    expect(await late).toMatchObject({ state: 'approved' })
  })
})

describe('limits', () => {
  const rules = [
    { max: 3, withinMs: 60_000 },
    { max: 5, withinMs: 3_600_000 },
  ]

  it('allow exactly their maximum of concurrent attempts, also after a restart', async () => {
    const [key, hashKey] = [randomUUID(), randomBytes(32)]
    const make = () => createLimits({ sql: database.sql, clock, hashKey })
    const tryAll = async () => {
      const limits = make()
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, () => limits.take([{ kind: 'test', key, rules }])),
      )
      return outcomes.filter(({ isAllowed }) => isAllowed).length
    }
    expect(await tryAll()).toBe(3)
    expect(await make().take([{ kind: 'test', key, rules }])).toEqual({
      isAllowed: false,
      kind: 'test',
      retryAfterMs: 60_000,
    })
    clock.advance(60_000)
    expect(await tryAll()).toBe(2)
    clock.advance(60_000)
    expect(await tryAll()).toBe(0)
    await make().sweep()
    clock.advance(3_600_000)
    await make().sweep()
    expect(await tryAll()).toBe(3)
    const [row] = await database.sql`select login_tries::text as text from login_tries limit 1`
    expect(row?.text).not.toContain(key)
  })

  it('count against all keys or none, and can be refunded', async () => {
    const limits = createLimits({ sql: database.sql, clock, hashKey: randomBytes(32) })
    const free = { kind: 'free', key: 'a', rules }
    const full = { kind: 'full', key: 'b', rules: [{ max: 1, withinMs: 60_000 }] }
    const first = await limits.take([full])
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await limits.take([free, full])).toMatchObject({ isAllowed: false, kind: 'full' })
    }
    if (first.isAllowed) await first.refund()
    expect(await limits.take([free, full])).toMatchObject({ isAllowed: true })
  })
})

describe('a session', () => {
  it('is valid only on its own site of its own project, in 50 pairs of sites', async () => {
    const accounts = createAccounts({ sql: database.sql, clock })
    const sessions = createSessions({ sql: database.sql, clock, accounts })
    const { id: accountId } = await accounts.getOrCreate({
      issuer: 'email',
      subject: 'p@a.example',
    })
    const sites = Array.from({ length: 51 }, (_, index) => ({
      projectId: `p${index % 3}`,
      origin: `https://s${Math.floor(index / 3)}.example`,
    }))
    const grants = await Promise.all(
      sites.map((site) =>
        sessions.create({
          accountId,
          issuer: 'email',
          frameKey: undefined,
          allowsRecovery: false,
          isByNumber: false,
          ...site,
        }),
      ),
    )
    const readings = await Promise.all(
      sites.flatMap((site, index) => {
        const next = sites[(index + 1) % sites.length] as (typeof sites)[number]
        const { token } = grants[index] as (typeof grants)[number]
        return [sessions.read(token, site), sessions.read(token, next)]
      }),
    )
    expect(readings.filter((_, index) => index % 2 === 0)).not.toContain(undefined)
    expect(readings.filter((_, index) => index % 2 === 1).filter(Boolean)).toEqual([])

    const all = await sessions.list(accountId)
    expect(all).toHaveLength(51)
    await sessions.endAll(accountId, all[0]?.id)
    expect(await sessions.list(accountId)).toHaveLength(1)
  })

  it('expires after 30 days and is fresh for five minutes', async () => {
    const accounts = createAccounts({ sql: database.sql, clock })
    const sessions = createSessions({ sql: database.sql, clock, accounts })
    const { id: accountId } = await accounts.getOrCreate({
      issuer: 'email',
      subject: 'q@a.example',
    })
    const site = { projectId: 'one', origin: 'https://a.example' }
    const { token, expiresAt } = await sessions.create({
      accountId,
      issuer: 'email',
      frameKey: undefined,
      allowsRecovery: false,
      isByNumber: false,
      ...site,
    })
    expect(expiresAt).toBe(clock.now() + 30 * 86_400_000)
    const [stored] = await database.sql.begin(async (tx) => {
      await tx`select set_config('latchkey.every_project', 'on', true)`
      return tx`select login_sessions::text as text from login_sessions
        where account_id = ${accountId}`
    })
    expect(stored?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect((await sessions.read(token, site))?.freshUntil).toBe(clock.now() + freshMs)
    // Neither use nor a confirmation extends it.
    for (const days of [10, 19]) {
      clock.advance(days * 86_400_000)
      const session = await sessions.read(token, site)
      if (!session) throw new Error('It ended too early.')
      expect(await sessions.confirm(session)).toBe(clock.now() + freshMs)
    }
    clock.advance(86_400_000)
    expect(await sessions.read(token, site)).toBeUndefined()
  })

  it('belongs to one account per identity, never joined by email', async () => {
    const accounts = createAccounts({ sql: database.sql, clock })
    const email = 'same@a.example'
    const identities = ['google', 'github', 'apple', 'facebook', 'x', 'discord'].map((issuer) => ({
      issuer,
      subject: '1',
      email,
    }))
    const all = [...identities, { issuer: 'email', subject: email }]
    const entered = await Promise.all([...all, ...all].map((one) => accounts.getOrCreate(one)))
    expect(new Set(entered.map(({ id }) => id)).size).toBe(7)
    expect(entered.filter(({ isNew }) => isNew)).toHaveLength(7)
  })
})
