import { defineEndpoint } from '@latchkey/wire/http/endpoint'
import { networkId, wholeNumber } from '@latchkey/wire/http/fields'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/ApiError.js'
import { type RawRoute, route } from '../http/route.js'
import type { ServedNodes } from '../nodes/createNodes.js'
import type { Project } from '../projects/Project.js'
import { rpcProxyRoutes } from '../routes/chains/index.js'
import {
  type CallOptions,
  createTestApi,
  testOrigin,
  testProject,
  testUrl,
} from '../testing/apiFixture.js'

const getThing = defineEndpoint({
  name: 'getThing',
  method: 'GET',
  path: '/things/:id',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^\w+$/, 'Not a thing id.')) }),
  query: v.object({ count: v.optional(wholeNumber(1, 9), '3'), chainId: v.optional(networkId) }),
  response: v.object({ id: v.string(), count: v.number() }),
  caching: 'public',
})
const makeThing = defineEndpoint({
  name: 'makeThing',
  method: 'POST',
  path: '/things',
  body: v.object({ name: v.string(), tags: v.optional(v.array(v.string()), []) }),
  response: v.object({ made: v.string(), by: v.string() }),
  caching: 'personal',
})
const renameThing = defineEndpoint({
  name: 'renameThing',
  method: 'POST',
  path: '/things/:id/rename',
  params: v.object({ id: v.string() }),
  body: v.object({ name: v.string() }),
  caching: 'personal',
  changes: true,
})
const getPicture = defineEndpoint({
  name: 'getPicture',
  method: 'GET',
  path: '/pictures/:id',
  params: v.object({ id: v.string() }),
  caching: 'image',
})

const routes = [
  route(getThing, async ({ id, count }) => {
    if (id === 'gone') throw new ApiError(404, 'id', 'It is gone.')
    if (id === 'busy') throw new ApiError(503, 'node', 'No node answers.', { retryAfter: 7 })
    if (id === 'broken') throw new TypeError('secret detail')
    if (id === 'wrong') return { id: 5 as unknown as string, count }
    return { id, count, more: 'dropped' }
  }),
  route(makeThing, async ({ name }, { project }) => ({ made: name, by: project.id })),
  route(renameThing, async () => undefined),
  route(getPicture, async ({ id }) => {
    if (id === 'none') throw new ApiError(404, 'id', 'There is no such picture.')
    return { contentType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) }
  }),
]
const rawRoutes: RawRoute[] = [
  {
    name: 'echo',
    method: 'POST',
    path: '/echo',
    bodyLimit: 1_000,
    rate: 'rpc',
    handle: async ({ body }) => Response.json(body),
  },
  {
    name: 'openPage',
    method: 'GET',
    path: '/open',
    bodyLimit: 0,
    isOpen: true,
    handle: async () =>
      new Response('<p>', {
        headers: { 'content-type': 'text/html', 'content-security-policy': "style-src 'self'" },
      }),
  },
]
const metricsToken = 'a-token-of-some-length'
const checks = { database: async () => 1 }
// The proxy needs no node for the request of this test.
const nodes = { settings: () => ({}) } as unknown as ServedNodes
const api = createTestApi({
  routes,
  rawRoutes: [...rawRoutes, ...rpcProxyRoutes({ nodes })],
  metricsToken,
  checks,
})

const baseHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  vary: 'Origin',
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
}
const jsonType = { 'content-type': 'application/json; charset=utf-8' }
const noStore = { 'cache-control': 'no-store' }
const corsHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, x-nonce-jwt, x-otp, x-project-id, x-sdk-type, x-sdk-version',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'access-control-max-age': '600',
}
const corsForSite = { ...corsHeaders, 'access-control-allow-origin': testOrigin }
const corsForAll = { ...corsHeaders, 'access-control-allow-origin': '*' }
const etagHeader = { etag: expect.stringMatching(/^"[\w-]{22}"$/) }
const imageHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline; filename="image"',
  'cache-control': 'public, max-age=86400',
}
const chainIdRequest = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
const publicCache = { 'cache-control': 'public, max-age=60, stale-while-revalidate=300' }

/** Repeats a request with the ETag of the first response. */
async function requestAgain(path: string, options: CallOptions = {}) {
  const { headers } = await api.get(path, options)
  return api.get(path, {
    ...options,
    headers: { 'if-none-match': String(headers.get('etag')) },
  })
}

async function requestTooOften() {
  const limited = createTestApi({ routes, rates: { read: { perSecond: 1, burst: 1 } } })
  const request = () => limited.get('/things/a', { address: '203.0.113.7' })
  await request()
  return request()
}

const unready = createTestApi({ checks: { database: () => Promise.reject(new Error('down')) } })

describe('response headers', () => {
  it.each([
    [
      'a list',
      200,
      () => api.get('/things/a'),
      { ...jsonType, ...corsForSite, ...etagHeader, ...publicCache },
    ],
    [
      'a cached list',
      304,
      () => requestAgain('/things/a'),
      { ...corsForSite, ...etagHeader, ...publicCache },
    ],
    [
      'a personal response',
      200,
      () => api.post('/things', { name: 'a' }),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'an empty response',
      200,
      () => api.post('/things/a/rename', { name: 'b' }),
      { ...noStore, ...corsForSite },
    ],
    [
      'a program',
      200,
      () => api.post('/things', { name: 'a' }, { origin: null }),
      { ...jsonType, ...noStore },
    ],
    [
      'an image',
      200,
      () => api.get('/pictures/a', { projectId: null }),
      { ...corsForAll, ...etagHeader, ...imageHeaders, 'content-type': 'image/png' },
    ],
    [
      'a cached image',
      304,
      () => requestAgain('/pictures/a', { projectId: null }),
      { ...corsForAll, ...etagHeader, ...imageHeaders },
    ],
    [
      'an unknown image',
      404,
      () => api.get('/pictures/none', { projectId: null }),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'a raw call',
      200,
      () => api.post('/echo', 'a'),
      { 'content-type': 'application/json', ...noStore, ...corsForSite },
    ],
    [
      'an RPC call',
      200,
      () => api.post('/v1/', chainIdRequest, { query: { chainId: 'eip155:1' } }),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'a raw call from another site',
      403,
      () => api.post('/echo', 'a', { origin: 'https://evil.example' }),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'bad input',
      400,
      () => api.get('/things/a', { query: { count: '99' } }),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'no project',
      401,
      () => api.get('/things/a', { projectId: 'other' }),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'another site',
      403,
      () => api.get('/things/a', { origin: 'https://evil.example' }),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'an unknown path',
      404,
      () => api.get('/elsewhere'),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'another method',
      405,
      () => api.send('DELETE', '/things/a'),
      { ...jsonType, ...noStore, ...corsForAll, allow: 'GET, OPTIONS' },
    ],
    [
      'a long body',
      413,
      () => api.post('/echo', 'a'.repeat(1_001)),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'a change without JSON',
      415,
      () =>
        api.post('/things/a/rename', 'name=b', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'an invalid body',
      422,
      () => api.post('/things', '{'),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'too many calls',
      429,
      requestTooOften,
      { ...jsonType, ...noStore, ...corsForSite, 'retry-after': '1' },
    ],
    [
      'an internal error',
      500,
      () => api.get('/things/broken'),
      { ...jsonType, ...noStore, ...corsForSite },
    ],
    [
      'an unavailable dependency',
      503,
      () => api.get('/things/busy'),
      { ...jsonType, ...noStore, ...corsForSite, 'retry-after': '7' },
    ],
    ['a preflight', 204, () => api.send('OPTIONS', '/things'), { ...noStore, ...corsForSite }],
    [
      'a preflight from another site',
      204,
      () => api.send('OPTIONS', '/things', undefined, { origin: 'https://evil.example' }),
      { ...noStore, ...corsHeaders, 'access-control-allow-origin': 'https://evil.example' },
    ],
    ['health', 200, () => api.get('/health'), { ...jsonType, ...noStore }],
    ['readiness', 200, () => api.get('/ready'), { ...jsonType, ...noStore }],
    [
      'missing readiness',
      503,
      () => unready.get('/ready'),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    [
      'metrics',
      200,
      () => api.get('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } }),
      { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', ...noStore },
    ],
    [
      'metrics without access',
      403,
      () => api.get('/metrics'),
      { ...jsonType, ...noStore, ...corsForAll },
    ],
    ['the OpenAPI document', 200, () => api.get('/openapi.json'), { ...jsonType, ...publicCache }],
  ] as const)('has the right headers for %s: %i', async (_, status, request, expected) => {
    const answer = await request()
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toEqual({ ...baseHeaders, ...expected })
  })

  it('keeps the headers of a page', async () => {
    const { headers } = await api.get('/open', { projectId: null })
    expect(headers.get('content-security-policy')).toBe("style-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('input', () => {
  it('is parsed with defaults', async () => {
    expect((await api.get('/things/a')).json).toEqual({ id: 'a', count: 3 })
    expect((await api.get('/things/a', { query: { count: '9', chainId: '' } })).json.count).toBe(9)
  })

  it.each([
    ['/things/a-b', {}, 'id', 'Not a thing id.'],
    ['/things/a', { count: 'x' }, 'count', 'Not a whole number.'],
    ['/things/a', { chainId: '1' }, 'chainId', 'Not a chain id like eip155:1.'],
  ])('rejects %s %j and names the field', async (path, query, field, description) => {
    const answer = await api.get(path, { query })
    expect(answer).toMatchObject({
      status: 400,
      json: { status: 'FAILED', reasons: [{ field, description }] },
    })
  })

  it('needs a JSON content type only for changes, unless a page of the project sends them', async () => {
    const text = JSON.stringify({ name: 'a' })
    const headers = { 'content-type': 'text/plain' }
    expect((await api.post('/things', text, { headers })).status).toBe(200)
    const unknown = { headers, origin: null }
    expect((await api.post('/things/a/rename', text, unknown)).status).toBe(415)
    expect((await api.post('/things/a/rename', text, { headers })).status).toBe(200)
    const json = { 'content-type': 'application/JSON; charset=utf-8' }
    expect((await api.post('/things/a/rename', text, { headers: json })).status).toBe(200)
  })

  const nested = (depth: number) => `{"name":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  it.each([
    ['not JSON', '{"name"', 422],
    ['nothing', '', 422],
    ['a list', '[]', 400],
    ['no field', '{}', 400],
    ['31 levels below the top', nested(31), 200],
    ['32 levels below the top', nested(32), 422],
    ['1000 items', `{"name":"a","x":[${Array(1_000).fill(1)}]}`, 200],
    ['1001 items', `{"name":"a","x":[${Array(1_001).fill(1)}]}`, 422],
    ['commas in text', `{"name":"${',['.repeat(2_000)}"}`, 200],
    ['a quoted quote', '{"name":"\\",[[[["}', 200],
    ['an endless number', `{"name":"a","x":${'9'.repeat(101)}}`, 422],
    ['half a character', '{"name":"\\ud83d"}', 422],
    ['halves the wrong way round', '{"name":"\\ude00\\ud83d"}', 422],
    ['half a character twice', '{"name":"\\ud83d\\ud83d\\ude00"}', 422],
    ['no character', '{"name":"\\u0000"}', 422],
    ['a character in halves', '{"name":"\\uD83D\\ude00"}', 200],
    ['a backslash before u', '{"name":"\\\\u0000 \\\\ud800"}', 200],
    ['256 KB', `{"name":"${'a'.repeat(262_144 - 11)}"}`, 200],
    ['one byte more', `{"name":"${'a'.repeat(262_144 - 10)}"}`, 413],
  ])('with %s has the right status %#', async (_, body, status) => {
    expect((await api.post('/things', body)).status).toBe(status)
  })

  it('has the limit of its raw route', async () => {
    expect((await api.post('/echo', 'a'.repeat(1_000))).status).toBe(200)
    expect((await api.post('/echo', 'a'.repeat(1_001))).status).toBe(413)
  })
})

describe('project', () => {
  it.each([
    ['the query', { projectId: testProject.id }, {}],
    ['a header', { projectId: null, headers: { 'x-project-id': testProject.id } }, {}],
    ['the body', { projectId: null }, { projectId: testProject.id }],
  ])('is read from %s', async (_, options, more) => {
    const answer = await api.post('/things', { name: 'a', ...more }, options)
    expect(answer).toMatchObject({ status: 200, json: { by: testProject.id } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(testOrigin)
  })

  it.each([
    [null, {}],
    ['', {}],
    ['nobody', {}],
    [null, { projectId: 5 }],
  ])('rejects the project %j %j', async (projectId, more) => {
    const answer = await api.post('/things', { name: 'a', ...more }, { projectId, origin: null })
    expect(answer).toMatchObject({ status: 401, reasons: [{ field: 'projectId' }] })
  })

  it('does not cache responses when the project is in a header', async () => {
    const answer = await api.get('/things/a', {
      projectId: null,
      headers: { 'x-project-id': testProject.id },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['null', '', 'https://site.example.evil.example', 'http://site.example'])(
    'rejects the site "%s"',
    async (origin) => {
      const { status, json } = await api.get('/things/a', { origin })
      expect(status).toBe(403)
      expect(json).toMatchObject({ status: 'FAILED', reasons: [{ field: 'origin' }] })
    },
  )

  it('allows frames of the login site without listing it', async () => {
    const origin = 'https://login.example'
    const withLogin = createTestApi({ routes, loginOrigin: origin })
    const [path, other] = ['/things/a', { origin: 'https://login.example.evil.example' }]
    for (const request of [
      withLogin.get(path, { origin }),
      withLogin.send('OPTIONS', path, undefined, { origin, projectId: null }),
    ]) {
      const { status, headers } = await request
      expect(status).toBeLessThan(300)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
    }
    expect((await withLogin.get(path, { origin, projectId: 'nobody' })).status).toBe(401)
    expect((await withLogin.get(path, other)).status).toBe(403)
    expect((await api.get(path, { origin })).status).toBe(403)
  })

  it('finds the project by its site if the request names none', async () => {
    const request = (origin: string | null) => api.get('/things/a', { origin, projectId: null })
    expect((await request(testOrigin)).status).toBe(200)
    expect((await request('https://evil.example')).status).toBe(401)
    expect((await request(null)).status).toBe(401)
  })

  it('serves only reads, with a warning, when its data is stale', async () => {
    const old = createTestApi({
      routes,
      projects: {
        find: async () => ({ project: testProject, allows: () => true, isStale: true }),
        findByOrigin: async () => undefined,
      },
    })
    const read = await old.get('/things/a')
    expect(read.status).toBe(200)
    expect(read.headers.get('warning')).toBe('110 - "Response is Stale"')
    expect((await old.post('/things/a/rename', { name: 'b' })).status).toBe(503)
  })
})

describe('limits', () => {
  const generous: Project = {
    ...testProject,
    id: 'generous',
    limits: { perSecond: 100, burst: 200 },
  }

  it('count by project, network and rate, and send Retry-After', async () => {
    const limited = createTestApi({ routes, rawRoutes, others: [generous] })
    const request = (options: object) =>
      limited.get('/things/a', { address: '203.0.113.7', ...options })
    for (let count = 0; count < 100; count += 1) expect((await request({})).status).toBe(200)
    const rejected = await request({})
    expect(rejected).toMatchObject({ status: 429, reasons: [{ field: 'rate_limited' }] })
    expect(rejected.headers.get('retry-after')).toBe('1')
    expect(rejected.headers.get('access-control-allow-origin')).toBe(testOrigin)
    expect((await request({ address: '203.0.113.8' })).status).toBe(200)
    expect((await request({ projectId: 'generous' })).status).toBe(200)
    expect((await limited.post('/echo', 'a', { address: '203.0.113.7' })).status).toBe(200)
    limited.clock.advance(20)
    expect((await request({})).status).toBe(200)
    expect((await request({})).status).toBe(429)
  })

  it('of a project replace the defaults', async () => {
    const limited = createTestApi({ routes, others: [generous] })
    const statuses = []
    for (let count = 0; count < 201; count += 1) {
      const { status } = await limited.get('/things/a', {
        projectId: 'generous',
        address: '203.0.113.7',
      })
      statuses.push(status)
    }
    expect(statuses.indexOf(429)).toBe(200)
  })

  it('apply without a project too', async () => {
    const limited = createTestApi({ routes, rates: { network: { perSecond: 1, burst: 3 } } })
    const request = () => limited.get('/things/a', { projectId: 'nobody', address: '203.0.113.7' })
    expect(
      [await request(), await request(), await request(), await request()].map(
        ({ status }) => status,
      ),
    ).toEqual([401, 401, 401, 429])
  })
})

describe('responses', () => {
  it('have an ETag and are 304 when it matches', async () => {
    for (const path of ['/things/a', '/pictures/a']) {
      const first = await api.get(path)
      const tag = String(first.headers.get('etag'))
      const again = await api.get(path, { headers: { 'if-none-match': `"x", W/${tag}` } })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect((await api.get(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    }
    expect((await api.get('/things/b')).headers.get('etag')).not.toBe(
      (await api.get('/things/a')).headers.get('etag'),
    )
  })

  it('have no body for HEAD', async () => {
    expect(await api.send('HEAD', '/things/a')).toMatchObject({ status: 200, text: '' })
  })

  it('are 500 and logged when they do not match the contract', async () => {
    api.log.length = 0
    expect((await api.get('/things/wrong')).status).toBe(500)
    expect(api.log).toEqual([
      { level: 'error', event: 'request-failed', reason: 'getThing ReplyMismatch getThing' },
    ])
  })

  it('do not reveal internal errors', async () => {
    api.log.length = 0
    const answer = await api.get('/things/broken')
    expect(answer.json).toEqual({
      status: 'FAILED',
      reasons: [{ field: 'server', description: 'The provider failed to handle the request.' }],
    })
    expect(api.log).toEqual([
      { level: 'error', event: 'request-failed', reason: 'getThing TypeError' },
    ])
  })

  it.each([
    ['a full disk', 'PostgresError', { code: '53100' }, 503],
    ['a stopping server', 'PostgresError', { code: '57P01' }, 503],
    ['a closed connection', 'Error', { code: 'CONNECTION_CLOSED' }, 503],
    [
      'a rejected connection',
      'Error',
      { code: 'ECONNREFUSED', syscall: 'connect', query: '…' },
      503,
    ],
    ['an invalid query', 'PostgresError', { code: '42601' }, 500],
    ['a rejected connection elsewhere', 'Error', { code: 'ECONNREFUSED', syscall: 'connect' }, 500],
  ])('name the database after %s', async (_, name, facts, status) => {
    const failing = createTestApi({
      routes: [
        route(getThing, () => Promise.reject(Object.assign(new Error('secret'), { name }, facts))),
      ],
    })
    const answer = await failing.get('/things/a')
    expect(answer).toMatchObject({
      status,
      reasons: [{ field: status === 503 ? 'database' : 'server' }],
    })
    expect(answer.text).not.toContain('secret')
    expect(failing.log).toHaveLength(1)
  })

  it('reject only writes while the disk is full', async () => {
    let hasDiskSpace = false
    const full = createTestApi({ routes, hasDiskSpace: () => hasDiskSpace })
    const rename = () => full.post('/things/a/rename', { name: 'b' })
    expect(await rename()).toMatchObject({ status: 503, reasons: [{ field: 'storage' }] })
    expect((await rename()).headers.get('retry-after')).toBe('10')
    expect((await full.get('/things/a')).status).toBe(200)
    hasDiskSpace = true
    expect((await rename()).status).toBe(200)
  })

  it('time out after 15 s and abort the handler', async () => {
    let given: AbortSignal | undefined
    const slow = createTestApi({
      routes: [
        route(getThing, (_, { signal }) => {
          given = signal
          return new Promise(() => {})
        }),
      ],
    })
    const pending = slow.get('/things/a')
    await expect.poll(() => given).toBeDefined()
    slow.clock.advance(14_999)
    expect(given?.aborted).toBe(false)
    slow.clock.advance(1)
    expect(await pending).toMatchObject({ status: 503, reasons: [{ field: 'time' }] })
    expect(given?.aborted).toBe(true)
  })

  it('need a known Host header', async () => {
    const named = createTestApi({ routes, hosts: new Set(['provider.test']) })
    expect((await named.get('/things/a')).status).toBe(200)
    expect((await named.get('http://rebound.example/things/a')).status).toBe(400)
    expect((await named.get('http://10.0.0.1/health')).status).toBe(200)
  })
})

describe('operator pages', () => {
  it('report the state of each dependency', async () => {
    const checked = createTestApi({
      checks: { database: async () => 1, nodes: () => Promise.reject(new Error('secret')) },
    })
    expect(await checked.get('/ready')).toMatchObject({
      status: 503,
      json: { status: 'not-ready', database: 'ok', nodes: 'unreachable' },
    })
    expect((await checked.get('/health')).json).toEqual({ status: 'ok' })
  })

  it('include other metrics and skip those that cannot be read', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    for (const [readMetrics, expected] of [
      [async () => ['latchkey_bundler_lost_wei_total 7'], true],
      [() => Promise.reject(new Error('no database')), false],
    ] as const) {
      const more = createTestApi({ routes, metricsToken, readMetrics })
      const { status, text } = await more.get('/metrics', { headers })
      expect(status).toBe(200)
      expect(text).toContain('latchkey_api_requests_total')
      expect(text.includes('\nlatchkey_bundler_lost_wei_total 7\n')).toBe(expected)
    }
  })

  it('count requests by endpoint and status', async () => {
    const counted = createTestApi({ routes, metricsToken })
    await counted.get('/things/a')
    await counted.get('/things/gone')
    expect((await counted.get('/metrics')).status).toBe(403)
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { text } = await counted.get('/metrics', { headers })
    expect(text).toContain('latchkey_api_requests_total{endpoint="getThing",status="200"} 1\n')
    expect(text).toContain('latchkey_api_requests_total{endpoint="getThing",status="404"} 1\n')
    expect(text).toContain('latchkey_api_request_seconds_count{endpoint="getThing"} 2\n')
  })

  it('describe the routes', async () => {
    const { json } = await api.get('/openapi.json')
    expect(json).toMatchObject({ openapi: '3.1.0', servers: [{ url: testUrl }] })
    expect(Object.keys(json.paths)).toEqual([
      '/things/{id}',
      '/things',
      '/things/{id}/rename',
      '/pictures/{id}',
      '/echo',
      '/open',
      '/v1/',
      '/v1',
    ])
    const { parameters, responses } = json.paths['/things/{id}'].get
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^\\w+$' } },
      { name: 'count', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'chainId', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'projectId', in: 'query', required: true },
    ])
    expect(responses[200].content['application/json'].schema.required).toEqual(['id', 'count'])
  })
})
