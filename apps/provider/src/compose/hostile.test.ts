import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogLine } from '../log.js'
import { projectRoutes } from '../routes/project/index.js'
import { createClientNetworks } from '../serving/clientNetwork.js'
import type { Database } from '../store/openDatabase.js'
import { createTestApi } from '../testing/apiFixture.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { developmentProjectId, type RunningApi, startApi } from './startApi.js'

describe('a forged address', () => {
  const names = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-cluster-client-ip',
    'x-forwarded-host',
    'via',
    'x-originating-ip',
  ]
  const values = ['8.8.8.8', '127.0.0.1', '::1', '8.8.8.8, 127.0.0.1', 'for=8.8.8.8;host=a']
  const forged = names.flatMap((name) => values.map((value) => ({ [name]: value })))

  it('does not change the network in any of 50 headers', async () => {
    expect(forged).toHaveLength(50)
    const api = createTestApi({
      routes: projectRoutes(),
      networks: createClientNetworks(['10.0.0.0/8']),
      rates: { read: { perSecond: 0.001, burst: 50 } },
    })
    const request = (headers: Record<string, string>) =>
      api.get('/appkit/v1/config', { address: '203.0.113.7', headers })
    for (const headers of forged) expect((await request(headers)).status).toBe(200)
    const statuses: number[] = []
    for (const headers of forged) request(headers).then(({ status }) => statuses.push(status))
    // Repeated rejections are delayed until the clock advances.
    const rejected = expect.poll(() => {
      api.clock.advance(1_000)
      return statuses
    })
    await rejected.toEqual(forged.map(() => 429))
  })
})

describe('hostile input', () => {
  const log: LogLine[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let database: Database
  let api: RunningApi

  beforeAll(async () => {
    database = await openTemporaryDatabase()
    api = await startApi({ port: 0, database, log: (line) => log.push(line) })
  })
  afterAll(async () => {
    agent.destroy()
    await api?.stop()
    await database?.stop()
  })
  beforeEach(() => {
    log.length = 0
  })

  function send(method: string, path: string, body?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(`${api.url}${path}`, { method, agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      if (body !== undefined) sent.setHeader('content-type', 'application/json')
      sent.on('error', reject)
      sent.end(body)
    })
  }

  const project = `projectId=${developmentProjectId}`
  const nasty = [
    "' or '1'='1",
    "'; drop table projects; --",
    '$1',
    '#{7*7}',
    '{{7*7}}',
    '%00',
    '\u0000',
    '../../../../etc/passwd',
    '..%2f..%2f',
    '\r\nSet-Cookie: a=b',
    '\n{"level":"info"}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    '*',
    '>',
    '\ud800',
    '\u202e',
    'a'.repeat(5_000),
    '=cmd|calc',
  ]
  const text = fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.tuple(fc.constantFrom(...nasty), fc.string({ maxLength: 10 })).map((both) => both.join('')),
  )
  // Replaces lone surrogates, as every URL does.
  const encode = (value: string) => encodeURIComponent(Buffer.from(value).toString())

  const inputPaths = [
    (value: string) => `/appkit/v1/config?projectId=${encode(value)}`,
    (value: string) => `/getWallets?${project}&search=${encode(value)}`,
    (value: string) => `/getWallets?${project}&include=${encode(value)}`,
    (value: string) => `/getWalletImage/${encode(value)}`,
    (value: string) => `/public/getTokenImage/${encode(value)}`,
    (value: string) => `/v1/identity/${encode(value)}?${project}`,
    (value: string) => `/v1/account/${encode(value)}/balance?${project}`,
    (value: string) => `/v1/account/0x${'1'.repeat(40)}/history?${project}&cursor=${encode(value)}`,
    (value: string) => `/v1/convert/tokens?${project}&chainId=${encode(value)}`,
    (value: string) => `/v1/profile/account/${encode(value)}?${project}`,
    (value: string) => `/v1/profile/suggestions/${encode(value)}?${project}`,
    (value: string) => `/v1/profile/reverse/${encode(value)}?${project}`,
    (value: string) => `/v1/sessions/${encode(value)}?${project}`,
    (value: string) => `/${encode(value)}?${project}`,
  ]

  it.each(inputPaths.map((toPath) => [toPath('…'), toPath] as const))(
    'in %s never causes a 500',
    async (_, toPath) => {
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const status = await send('GET', toPath(value))
          // 405: the text may be the path of another method, such as `e`.
          expect([200, 304, 400, 401, 404, 405, 414, 431]).toContain(status)
        }),
        { numRuns: 120 },
      )
      expect(log).toEqual([])
    },
  )

  it.each([
    '/e',
    '/batch',
    '/v1/fungible/price',
    '/v1/convert/build-transaction',
    '/v1/profile/account',
    `/v1/sessions/eip155:1:0x${'1'.repeat(40)}/revoke`,
    '/v1/?chainId=eip155:1',
  ])('in a body of %s never causes a 500', async (path) => {
    const at = `${path}${path.includes('?') ? '&' : '?'}${project}`
    const bodies = fc.oneof(
      fc.json({ maxDepth: 5 }),
      text,
      fc
        .array(fc.dictionary(text, text, { maxKeys: 4 }), { maxLength: 3 })
        .map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect([200, 400, 401, 413, 422]).toContain(await send('POST', at, body))
      }),
      { numRuns: 120 },
    )
    expect(log).toEqual([])
  })

  it('has changed nothing', async () => {
    expect(await send('GET', `/appkit/v1/config?${project}`)).toBe(200)
    const [row] = await database.sql`select count(*)::int as count from projects`
    expect(row?.count).toBe(1)
  })
})
