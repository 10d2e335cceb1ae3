import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '../../projects/Project.js'
import type { Database } from '../../store/openDatabase.js'
import { inEveryProject } from '../../store/projectScope.js'
import { createTelemetryStore } from '../../store/telemetry.js'
import { createTelemetry } from '../../telemetry/createTelemetry.js'
import { createTestApi, testOrigin, testProject } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { telemetryRoutes } from './index.js'

const counted: Project = { ...testProject, id: 'counted', isAnalyticsEnabled: true }
const clock = createManualClock()
let database: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
  for (const { id } of [testProject, counted]) {
    await database.sql`
      insert into projects values (${id}, 'Test', '{}', false, '[]', true, '{}')`
  }
})
afterAll(() => database?.stop())
beforeEach(async () => {
  await inEveryProject(database.sql, (tx) => tx`delete from telemetry_events`)
})

function build(store = createTelemetryStore(database.sql)) {
  const telemetry = createTelemetry({ store, clock, log() {} })
  const api = createTestApi({
    routes: telemetryRoutes(telemetry),
    others: [counted],
    clock,
  })
  return { api, telemetry }
}

const stored = () =>
  inEveryProject(database.sql, (tx) => tx`select * from telemetry_events order by event`)

const event = (name: string, props: object = {}, more: object = {}) => ({
  eventId: randomUUID(),
  url: 'https://site.example/account?mail=canary@example.org',
  domain: 'site.example',
  timestamp: clock.now() - 1_000,
  props: { type: 'track', event: name, ...props },
  ...more,
})

const text = { headers: { 'content-type': 'text/plain' } }
const ours = { projectId: 'counted' }

describe('events', () => {
  it('are stored when analytics is on', async () => {
    const { api } = build()
    const one = event('MODAL_OPEN', { properties: { connected: false } })
    const answer = await api.post('/e', JSON.stringify(one), { ...ours, ...text })
    expect(answer).toMatchObject({ status: 200, text: '' })
    await api.post('/e', one, ours)
    expect(await stored()).toMatchObject([
      {
        project_id: 'counted',
        event_id: one.eventId,
        kind: 'track',
        event: 'MODAL_OPEN',
        domain: 'site.example',
        url: 'https://site.example/account',
        happened_at: new Date(clock.now() - 1_000),
        received_at: new Date(clock.now()),
        properties: { connected: false },
      },
    ])
  })

  it('are silently dropped when analytics is off', async () => {
    const { api } = build()
    expect(await api.post('/e', event('MODAL_OPEN'))).toMatchObject({ status: 200, text: '' })
    expect(await api.post('/batch', [event('MODAL_OPEN')])).toMatchObject({ status: 200, text: '' })
    expect(await stored()).toHaveLength(0)
  })

  it('from another site are rejected', async () => {
    const { api } = build()
    const answer = await api.post('/e', event('MODAL_OPEN'), {
      ...ours,
      origin: 'https://evil.example',
    })
    expect(answer.status).toBe(403)
    expect(await stored()).toHaveLength(0)
  })

  it('are stored from batches, without bad ones', async () => {
    const { api } = build()
    const batch = [event('A_ONE'), { nonsense: true }, event('lower case'), 5, event('B_TWO')]
    expect(await api.post('/batch', JSON.stringify(batch), { ...ours, ...text })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await stored()).map((row) => row.event)).toEqual(['A_ONE', 'B_TWO'])
  })

  it.each([
    ['/batch', '{}', 400],
    ['/batch', 'no', 422],
    ['/batch', `["${'a'.repeat(262_144)}"]`, 413],
    ['/e', '{}', 400],
    ['/e', JSON.stringify(event('lower')), 400],
    ['/e', '[]', 400],
  ])('%s %# rejects bad input', async (path, body, status) => {
    const { api } = build()
    expect((await api.post(path, body, { ...ours, ...text })).status).toBe(status)
  })

  it('above the limit of a page are silently dropped', async () => {
    const { api } = build()
    const page = { ...ours, address: '203.0.113.7' }
    const many = () => Array.from({ length: 70 }, () => event('A_ONE'))
    expect((await api.post('/batch', many(), page)).status).toBe(200)
    expect(await stored()).toHaveLength(60)
    const errors = Array.from({ length: 9 }, () => event('Z_ERROR', { type: 'error' }))
    await api.post('/batch', errors, page)
    expect(await stored()).toHaveLength(65)
    await api.post('/batch', [event('A_ONE')], { ...ours, address: '203.0.113.8' })
    expect(await stored()).toHaveLength(66)
    clock.advance(10_000)
    await api.post('/batch', many(), page)
    expect(await stored()).toHaveLength(76)
  })

  it('contain no personal data in any field', async () => {
    const { api } = build()
    const canaries = [
      '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      '71C7656EC7ab88b098defB751B7401B5f6d8976F',
      'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
      '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      'canary@example.org',
      'https://site.example/account?x=1',
      'other.example/account',
      'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?symKey=58',
      'line\nbreak',
      'a'.repeat(65),
    ]
    const fields = ['method', 'name', 'platform', 'network', 'view', 'type', 'explorerId', 'code']
    const reported = canaries.flatMap((canary) => [
      event('CANARY', {
        address: canary,
        message: canary,
        errorMessage: canary,
        stackTrace: canary,
        properties: {
          message: canary,
          uri: canary,
          address: canary,
          ...Object.fromEntries(fields.map((field) => [field, canary])),
        },
      }),
      event('CANARY', { properties: { name: 'Fox' } }, { domain: canary, url: canary }),
    ])
    await api.post('/batch', reported, { ...ours, address: '203.0.113.20' })
    await api.post(
      '/batch',
      reported.map((one) => ({ ...one, eventId: randomUUID() })),
      {
        ...ours,
        address: '203.0.113.21',
        origin: null,
      },
    )
    const rows = await stored()
    expect(rows).toHaveLength(44)
    const everything = JSON.stringify(rows).toLowerCase()
    for (const canary of canaries) {
      expect(everything).not.toContain(JSON.stringify(canary).slice(1, -1).toLowerCase())
    }
    for (const { properties } of rows) expect([{}, { name: 'Fox' }]).toContainEqual(properties)
  })

  it.each(["'; drop table x; --", '\\u0000', '"', '\u202e', '__proto__'])(
    'treat %j as text',
    async (value) => {
      const { api } = build()
      const properties = { method: value, name: value, view: value, explorerId: value, code: value }
      const one = event('ODD', { properties, [value]: value }, { domain: value })
      expect((await api.post('/e', one, ours)).status).toBe(200)
      expect(await stored()).toHaveLength(1)
    },
  )

  it('keep harmless values', async () => {
    const { api } = build()
    const properties = {
      name: 'Fox Wallet',
      platform: 'browser',
      network: 'eip155:1',
      explorerId: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
      walletRank: 3,
      isSmartAccount: false,
    }
    await api.post('/e', event('SELECT_WALLET', { properties }), ours)
    expect((await stored())[0]?.properties).toEqual(properties)
  })

  it.each([
    ['https://site.example', 'https://site.example/'],
    ['https://site.example/shop/shoes?size=9#reviews', 'https://site.example/shop/shoes'],
    ['https://site.example/caf%C3%A9', 'https://site.example/caf%C3%A9'],
    ['https://ada:secret@site.example/shop', 'https://site.example/shop'],
    ['https://site.example/@ada', 'https://site.example/'],
    ['https://site.example/u/ada%40example.org', 'https://site.example/'],
    ['https://site.example/u/0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'https://site.example/'],
    ['https://site.example/u/9b2d4c1e-6f0a-4b7e-8c3d-2a1f0e9d8c7b', 'https://site.example/'],
    ['https://site.example/u/%E0%A4%A', 'https://site.example/'],
    ['https://other.example/shop', ''],
    ['javascript:alert(1)', ''],
    ['nonsense', ''],
    [undefined, ''],
  ])('from the page %j store %j', async (url, expected) => {
    const { api } = build()
    await api.post('/e', event('MODAL_OPEN', {}, { url }), ours)
    expect((await stored()).map((row) => row.url)).toEqual([expected])
  })

  it('without an origin store no page', async () => {
    const { api } = build()
    await api.post('/e', event('MODAL_OPEN'), { ...ours, origin: null })
    expect((await stored()).map((row) => row.url)).toEqual([''])
  })

  it('with an impossible time get the current time', async () => {
    const { api } = build()
    await api.post('/e', event('OLD', {}, { timestamp: '1999-01-01T00:00:00Z' }), ours)
    expect((await stored())[0]?.happened_at).toEqual(new Date(clock.now()))
  })

  it('are removed after 90 days', async () => {
    const { api, telemetry } = build()
    await api.post('/e', event('OLD'), ours)
    clock.advance(90 * 86_400_000)
    await telemetry.sweep()
    expect(await stored()).toHaveLength(1)
    clock.advance(1)
    await telemetry.sweep()
    expect(await stored()).toHaveLength(0)
  })

  it('are 503 when they cannot be stored', async () => {
    const { api } = build({
      add: () => Promise.reject(new Error('disk full')),
      removeBefore: async () => 0,
    })
    const answer = await api.post('/e', event('MODAL_OPEN'), ours)
    expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'telemetry' }] })
    expect(answer.headers.get('access-control-allow-origin')).toBe(testOrigin)
  })
})
