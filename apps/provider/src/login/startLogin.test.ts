import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, InputOf } from '@latchkey/wire/http/endpoint'
import * as emailCalls from '@latchkey/wire/login/email'
import * as sessionCalls from '@latchkey/wire/login/session'
import {
  allowExport,
  endSession,
  listSessions,
  noteActivity,
  readServerShare,
  readSession,
  sealRecovery,
  startPasskey,
  storeShares,
} from '@latchkey/wire/login/session'
import { firstWalletText } from '@latchkey/wire/login/shares'
import * as socialCalls from '@latchkey/wire/login/social'
import { awaitSocial, startSocial } from '@latchkey/wire/login/social'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLoginSecrets } from '../keys/secrets.js'
import type { LogLine } from '../log.js'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore, developmentProjectId } from '../store/projects.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { createTestFrameKey, createTestWallet } from '../testing/testWallet.js'
import { createAccounts, type Identity } from './session/accounts.js'
import { createFlows } from './session/flows.js'
import { createSessions } from './session/sessions.js'
import { type LoginOptions, type RunningLogin, startLogin } from './startLogin.js'

const clock = createManualClock()
const log: LogLine[] = []
const testApiUrl = 'https://api.example.org'
let dir: string
let database: Database
/** One site on this machine, one with public URLs. */
let local: RunningLogin
let world: RunningLogin
let shop: string
let market: string
let options: Omit<LoginOptions, 'port' | 'host'>

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-login-'))
  for (const folder of ['.vite', 'assets'])
    mkdirSync(join(dir, 'site', folder), { recursive: true })
  const manifest = {
    'src/main.ts': { file: 'assets/main-1.js', imports: ['_shared-2.js'] },
    '_shared-2.js': { file: 'assets/shared-2.js' },
  }
  writeFileSync(join(dir, 'site/.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(dir, 'site/assets/main-1.js'), `${'/**/'.repeat(500)}export {}`)
  writeFileSync(join(dir, 'secret.js'), 'no')
  database = await openTemporaryDatabase()
  options = {
    database,
    clock,
    log: (line) => log.push(line),
    apiUrl: testApiUrl,
    chains: [
      {
        id: 'eip155:1',
        name: 'Net </script>',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    bundlerChains: ['eip155:1'],
    secrets: openLoginSecrets(dir),
    // Nothing listens there.
    mail: { url: 'smtp://127.0.0.1:1', from: 'login@example.org' },
    siteDir: join(dir, 'site'),
  }
  local = await startLogin({ ...options, port: 0 })
  const store = createProjectStore(database.sql)
  const allowedOrigins = ['https://shop.example', 'https://*.shop.example']
  shop = (await store.create({ name: 'Shop', allowedOrigins })).id
  market = (await store.create({ name: 'Market', allowedOrigins: ['https://market.example'] })).id
  world = await startLogin({ ...options, port: 0, publicUrl: 'https://login.example.org' })
})
afterAll(async () => {
  await local?.stop()
  await world?.stop()
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

type RawResponse = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

function sendRequest(
  { url }: RunningLogin,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        const lines = response.headers as Record<string, string>
        resolve({ status: response.statusCode ?? 0, headers: lines, text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Headers of the HTTP connection, not of the response. */
const transportHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** The headers, with a placeholder for values that differ per response. */
function getHeaders({ headers }: RawResponse): Record<string, string> {
  const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(headers['content-security-policy'] ?? '')?.[1]
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !transportHeaders.includes(name))
      .map(([name, value]) => [
        name,
        name === 'x-request-id'
          ? value.replace(/^[0-9a-f-]{36}$/, '{ID}')
          : nonce === undefined
            ? value
            : String(value).replaceAll(nonce, '{N}'),
      ]),
  )
}

const hstsHeader = { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }

/** Written out, so that they do not depend on the code under test. */
const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'reporting-endpoints': `csp="${testApiUrl}/v1/reports"`,
  'permissions-policy':
    'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), identity-credentials-get=(), idle-detection=(), keyboard-map=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), picture-in-picture=(), publickey-credentials-create=(self), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), storage-access=(self), usb=(), window-management=(), xr-spatial-tracking=()',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
}

const frame = (ancestors: string, isEncrypted: boolean) => ({
  ...documentHeaders,
  'content-security-policy': `default-src 'none'; script-src 'nonce-{N}'; style-src 'nonce-{N}'; img-src 'self' ${testApiUrl}; font-src 'self'; connect-src 'self' ${testApiUrl}${ancestors === "'none'" ? '' : ` ${ancestors}`}; frame-src 'none'; worker-src 'none'; object-src 'none'; media-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'; ${isEncrypted ? 'upgrade-insecure-requests; ' : ''}report-to csp`,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-embedder-policy': 'require-corp',
  ...(isEncrypted ? hstsHeader : {}),
})

const ownWindow = (isEncrypted: boolean) => ({
  ...documentHeaders,
  'content-security-policy': `default-src 'none'; script-src 'nonce-{N}'; style-src 'nonce-{N}'; img-src 'self' ${testApiUrl}; font-src 'self'; connect-src 'self' ${testApiUrl}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${isEncrypted ? 'upgrade-insecure-requests; ' : ''}report-to csp`,
  'cross-origin-opener-policy': 'unsafe-none',
  ...(isEncrypted ? hstsHeader : {}),
})

const call = (isEncrypted: boolean) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  vary: 'Origin',
  'x-request-id': '{ID}',
  ...(isEncrypted ? hstsHeader : {}),
})

const asset = (isEncrypted: boolean) => ({
  'content-type': 'text/javascript; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
  ...(isEncrypted ? hstsHeader : {}),
})

const allCalls = [emailCalls, sessionCalls, socialCalls]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((one): one is Endpoint => Object.hasOwn(Object(one), 'path'))
const windowPaths = [
  '/',
  '/confirm',
  '/device/x',
  '/loading',
  '/oauth/start/x',
  '/oauth/callback/google',
  '/social',
]

describe.each([
  ['on this machine', false],
  ['for the world', true],
])('the login site %s', (_, isEncrypted) => {
  const site = () => (isEncrypted ? world : local)
  const host = () => (isEncrypted ? { host: 'login.example.org' } : {})
  const get = (path: string) => sendRequest(site(), 'GET', path, host())

  it('sends the exact headers of each kind of response', async () => {
    const here = 'http://localhost:* http://127.0.0.1:* http://*.localhost:*'
    const sites = 'https://shop.example https://*.shop.example'
    const documents = [
      [`/sdk?projectId=${shop}`, 200, sites],
      [
        `/sdk?projectId=${developmentProjectId}&rpcUrl=https://evil.example`,
        ...(isEncrypted ? ([404, "'none'"] as const) : ([200, here] as const)),
      ],
      ['/sdk?projectId=nobody', 404, "'none'"],
      ['/sdk', 404, "'none'"],
    ] as const
    for (const [path, status, ancestors] of documents) {
      const response = await get(path)
      expect([path, response.status, getHeaders(response)]).toEqual([
        path,
        status,
        frame(ancestors, isEncrypted),
      ])
    }
    for (const path of windowPaths)
      expect(getHeaders(await get(path))).toEqual(ownWindow(isEncrypted))
    const form = { ...host(), 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/oauth/callback/google', '/oauth/window', '/device/x']) {
      const response = await sendRequest(site(), 'POST', path, form, 'state=x&ticket=x')
      expect([path, getHeaders(response)]).toEqual([path, ownWindow(isEncrypted)])
    }
    expect(getHeaders(await get('/assets/main-1.js'))).toEqual(asset(isEncrypted))
    for (const path of ['/reports', '/assets/missing.js', '/health', '/api/x', '/index.html']) {
      expect(getHeaders(await get(path))).toEqual(call(isEncrypted))
    }
    const packed = await sendRequest(site(), 'GET', '/assets/main-1.js', {
      ...host(),
      'accept-encoding': 'br, gzip',
    })
    expect(getHeaders(packed)).toEqual({ ...asset(isEncrypted), 'content-encoding': 'gzip' })
    const { 'content-type': _, ...empty } = call(isEncrypted)
    expect(getHeaders(await get('/favicon.ico'))).toEqual(empty)
    for (const { path } of allCalls) {
      const response = await sendRequest(site(), 'POST', path, host())
      expect([path, response.status, getHeaders(response)]).toEqual([path, 403, call(isEncrypted)])
      const wrong = await get(path)
      expect([path, wrong.status, getHeaders(wrong)]).toEqual([
        path,
        405,
        { ...call(isEncrypted), allow: 'POST' },
      ])
    }
  })
})

describe('the frame', () => {
  it('has its settings and its script under a new nonce per response', async () => {
    const path = `/sdk?projectId=${shop}`
    const [one, two] = [
      await sendRequest(local, 'GET', path),
      await sendRequest(local, 'GET', path),
    ]
    const [, nonce = ''] =
      /'nonce-([^']+)'/.exec(one.headers['content-security-policy'] ?? '') ?? []
    expect(two.text).not.toContain(nonce)
    expect(one.text).toContain(`<script type="module" nonce="${nonce}" src="/assets/main-1.js">`)
    expect(one.text).toContain(`nonce="${nonce}" href="/assets/shared-2.js"`)
    const [, settings = ''] = /<script id="settings"[^>]*>(.*?)<\/script>/.exec(one.text) ?? []
    expect(JSON.parse(settings)).toEqual({
      projectId: shop,
      apiUrl: testApiUrl,
      chains: [
        {
          id: 'eip155:1',
          name: 'Net </script>',
          coin: { symbol: 'ETH', decimals: 18 },
          hasBundler: true,
        },
      ],
      origins: ['https://shop.example', 'https://*.shop.example'],
      isDevelopment: false,
      confirmsInWindow: false,
      takesCodesFromPage: false,
    })
  })

  it.each(['/sdk', '/sdk?projectId=nobody'])('shows an error page at %s', async (path) => {
    const { text, headers } = await sendRequest(local, 'GET', path)
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '') ?? []
    expect(text).toContain(`<style nonce="${nonce}">`)
    expect(text).toContain('<h1>This did not work</h1><p>There is no such project.</p>')
  })

  it('is compressed if accepted, with the same content', async () => {
    const url = `${local.url}/assets/main-1.js`
    const [packed, plain] = await Promise.all(
      ['gzip', 'identity'].map((encoding) =>
        fetch(url, { headers: { 'accept-encoding': encoding } }),
      ),
    )
    expect(packed?.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed?.headers.get('content-length'))).toBeLessThan(100)
    expect(await packed?.text()).toBe(await plain?.text())
  })

  it.each([
    '/assets/..%2f..%2fsecret.js',
    '/assets/%2e%2e/secret.js',
    '/assets/.js',
    '/assets/a/b.js',
  ])('does not serve %s as a file', async (path) => {
    expect((await sendRequest(local, 'GET', path)).status).toBe(404)
  })
})

it('shows a page for an unknown address to people, and JSON to programs', async () => {
  const person = await sendRequest(local, 'GET', '/nowhere', { accept: 'text/html,*/*;q=0.8' })
  expect([person.status, getHeaders(person)]).toEqual([404, ownWindow(false)])
  expect(person.text).toContain('There is nothing at this address.')
  const program = await sendRequest(local, 'GET', '/nowhere')
  expect([program.status, JSON.parse(program.text)]).toMatchObject([404, { status: 'FAILED' }])
})

/** A person signed in on a site, through the stores of the login site. */
async function signIn(identity: Identity, site: { projectId: string; origin: string }) {
  const accounts = createAccounts({ sql: database.sql, clock })
  const sessions = createSessions({ sql: database.sql, clock, accounts })
  const { id } = await accounts.getOrCreate(identity)
  const { token } = await sessions.create({
    accountId: id,
    issuer: identity.issuer,
    frameKey: frameKey.publicKey,
    allowsRecovery: false,
    isByNumber: false,
    ...site,
  })
  return { id, token, accounts, sessions }
}

const testSite = 'https://one.shop.example'
const frameKey = createTestFrameKey()

type Made = {
  readonly token?: string
  readonly projectId?: string
  readonly site?: string
  readonly headers?: Record<string, string>
}

async function post<const endpoint extends Endpoint>(
  { path }: endpoint,
  input: InputOf<endpoint>,
  { token, projectId = shop, site = testSite, headers = {} }: Made = {},
): Promise<{ status: number; field?: string; answer: Record<string, unknown> }> {
  const response = await sendRequest(
    local,
    'POST',
    path,
    {
      origin: local.url,
      'content-type': 'application/json',
      'x-project-id': projectId,
      'x-site-origin': site,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    JSON.stringify(input),
  )
  const answer = response.text === '' ? {} : JSON.parse(response.text)
  return { status: response.status, field: answer.reasons?.[0]?.field, answer }
}

const anyone = (): Identity => ({ issuer: 'google', subject: randomUUID() })
const wallet = createTestWallet()
async function firstShares(account: string) {
  const { accountId: _, frameKey: __, ...shares } = await wallet.shares(account)
  const { addresses, deviceId } = shares
  const text = firstWalletText({ accountId: account, deviceId, addresses })
  return { ...shares, firstSignature: frameKey.sign(text) }
}

describe('the login API', () => {
  it('accepts only frames of the login site, for a known project and its sites', async () => {
    const begin = {
      provider: 'google' as const,
      binding: 'a'.repeat(64),
      deviceId: randomUUID(),
      origin: 'https://evil.example',
    }
    const headers = [
      [{ origin: 'https://evil.example' }, 403, 'origin'],
      [{ origin: 'null' }, 403, 'origin'],
      [{ 'content-type': 'text/plain' }, 415, 'content-type'],
      [{ 'x-project-id': 'nobody' }, 401, 'projectId'],
      [{ host: 'rebound.example' }, 400, 'host'],
      [{ 'x-site-origin': testSite }, 403, 'origin-refused'],
    ] as const
    for (const [more, status, field] of headers) {
      expect(await post(startSocial, begin, { headers: more })).toMatchObject({ status, field })
    }
    const long = { ...begin, binding: 'a'.repeat(20_000) }
    expect(await post(startSocial, long)).toMatchObject({ status: 413 })
    expect(await post(startSocial, { ...begin, binding: 'no' })).toMatchObject({ status: 400 })
  })

  it('accepts a token only on its own site of its own project', async () => {
    const { token, id } = await signIn(anyone(), { projectId: shop, origin: testSite })
    expect(await post(readSession, {}, { token })).toMatchObject({
      status: 200,
      answer: { person: { accountId: id, authProvider: 'google', hasWallet: false } },
    })
    const elsewhere: Made[] = [
      { token, site: 'https://two.shop.example' },
      { token, site: 'https://shop.example' },
      { token, projectId: market, site: 'https://market.example' },
      { token: randomBytes(32).toString('base64url') },
      {},
    ]
    for (const made of elsewhere) {
      expect(await post(readSession, {}, made)).toMatchObject({
        status: 401,
        field: 'not-signed-in',
      })
    }
    const other = await signIn(anyone(), { projectId: shop, origin: testSite })
    expect(await post(listSessions, {}, { token })).toMatchObject({
      answer: { sessions: [{ origin: testSite, isThis: true }] },
    })
    expect((await post(endSession, { everywhere: true }, { token })).status).toBe(200)
    expect((await post(readSession, {}, { token })).field).toBe('not-signed-in')
    expect((await post(readSession, {}, { token: other.token })).status).toBe(200)
  })

  it('rejects sensitive calls of a log-in that is not recent', async () => {
    const site = { projectId: shop, origin: testSite }
    const { id, token, accounts } = await signIn(anyone(), site)
    const shares = await firstShares(id)
    expect((await post(storeShares, shares, { token })).status).toBe(200)
    await accounts.blockExport(id, clock.now() + 1)
    expect((await post(allowExport, {}, { token })).field).toBe('too-soon')
    const started = await post(startPasskey, {}, { token })
    const passkeyFlow = async () => (await post(startPasskey, {}, { token })).field ?? 'started'
    expect(await passkeyFlow()).toBe('started')
    clock.advance(5 * 60_000)
    expect(await passkeyFlow()).toBe('needs-recent-login')
    const { deviceId, serverShare } = shares
    const recovery = { kind: 'passkey', sealed: 'AAAA', credentialId: 'key' } as const
    const sealed = { accountId: id, deviceId, serverShare, recovery }
    const { accountId: _, ...set } = { ...sealed, signature: await wallet.signSet(sealed) }
    const seal = async ({ flowId = randomUUID() as string }, by = token) =>
      (await post(sealRecovery, { ...set, flowId }, { token: by })).field ?? 'sealed'
    expect(await seal(started.answer)).toBe('needs-recent-login')
    expect(await seal({})).toBe('needs-recent-login')
    expect((await post(allowExport, {}, { token })).field).toBe('needs-recent-login')
    // A device with its own share is not affected.
    expect(await post(readServerShare, { deviceId }, { token })).toMatchObject({
      answer: { serverShare },
    })
  })

  it('accepts a passkey once, in time, from the session that started it', async () => {
    const site = { projectId: shop, origin: testSite }
    const identity = anyone()
    const { id, token } = await signIn(identity, site)
    const shares = await firstShares(id)
    await post(storeShares, shares, { token })
    const recovery = { kind: 'passkey', sealed: 'AAAA', credentialId: 'key' } as const
    const sealed = { accountId: id, ...shares, recovery }
    const { deviceId, serverShare } = shares
    const signature = await wallet.signSet(sealed)
    clock.advance(5 * 60_000 - 1)
    const { flowId = '' } = (await post(startPasskey, {}, { token })).answer as { flowId?: string }
    const set = { flowId, deviceId, serverShare, recovery, signature }
    const other = await signIn(identity, site)
    expect(await post(sealRecovery, set, other)).toMatchObject({ field: 'needs-recent-login' })
    // The prompt of the browser may outlast the log-in's five minutes.
    clock.advance(4 * 60_000)
    expect((await post(sealRecovery, set, { token })).status).toBe(200)
    expect(await post(sealRecovery, set, { token })).toMatchObject({ field: 'needs-recent-login' })
  })

  it('closes the wallet of a session after half an hour without a confirmation', async () => {
    const site = { projectId: shop, origin: testSite }
    const halfHour = 30 * 60_000
    const open = async (identity: Identity) => {
      const person = await signIn(identity, site)
      const shares = await firstShares(person.id)
      const { token } = person
      await post(storeShares, shares, { token })
      const read = async () =>
        (await post(readServerShare, { deviceId: shares.deviceId }, { token })).field ?? 'given'
      const confirm = async () => (await post(noteActivity, {}, { token })).field ?? 'noted'
      const isThere = async () => (await post(readSession, {}, { token })).status === 200
      return { ...person, read, confirm, isThere }
    }
    const mailed = await open({ issuer: 'email', subject: `${randomUUID()}@a.example` })
    const nameless = await open(anyone())
    for (let times = 0; times < 2; times += 1) {
      clock.advance(halfHour - 1)
      expect([await mailed.read(), await nameless.read()]).toEqual(['given', 'given'])
      expect([await mailed.confirm(), await nameless.confirm()]).toEqual(['noted', 'noted'])
    }
    clock.advance(halfHour - 1)
    // Reading the session or the share is not a confirmation.
    expect(await mailed.isThere()).toBe(true)
    expect([await mailed.read(), await nameless.read()]).toEqual(['given', 'given'])
    clock.advance(1)
    expect(await mailed.read()).toBe('needs-recent-login')
    // Confirming does not reopen an expired wallet.
    expect(await mailed.confirm()).toBe('needs-recent-login')
    expect(await mailed.read()).toBe('needs-recent-login')
    expect(await mailed.isThere()).toBe(true)
    const [session] = await mailed.sessions.list(mailed.id)
    if (!session) throw new TypeError('It goes on')
    await mailed.sessions.confirm(session)
    expect(await mailed.read()).toBe('given')
    // Without an email address, the person must log in again.
    expect(await nameless.read()).toBe('not-signed-in')
    expect(await nameless.isThere()).toBe(false)
  })

  it('rejects invalid input without an internal error', async () => {
    log.length = 0
    const { token } = await signIn(anyone(), { projectId: shop, origin: testSite })
    const nasty = ['', '\u0000', '\ud800', '%00', "'; drop table login_accounts; --", '__proto__']
    const bodies = [
      ...['', 'null', '[]', '"text"', '{', '{"a":1e999}', `${'['.repeat(40)}${']'.repeat(40)}`],
      ...nasty.map((text) => JSON.stringify({ flowId: text, secret: text, deviceId: text })),
      JSON.stringify({ flowId: randomUUID(), secret: 'f'.repeat(64), code: '000000' }),
      JSON.stringify({ deviceId: randomUUID() }),
    ]
    const headers = {
      origin: local.url,
      'content-type': 'application/json',
      'x-project-id': shop,
      'x-site-origin': testSite,
      authorization: `Bearer ${token}`,
    }
    const calls = allCalls.filter(({ name }) => name !== 'endSession')
    const answers = await Promise.all([
      ...calls.flatMap(({ path }) =>
        bodies.map((body) => sendRequest(local, 'POST', path, headers, body)),
      ),
      ...[
        '/device/',
        '/oauth/start/',
        '/oauth/callback/',
        '/social?flow=',
        '/sdk?projectId=',
      ].flatMap((path) =>
        ['%00', '%ff', '%ud800', '..%2f', 'a'.repeat(4_000), '__proto__', 'constructor'].map(
          (text) => sendRequest(local, 'GET', `${path}${text}`),
        ),
      ),
      ...nasty
        .slice(3)
        .flatMap((text) =>
          ['x-project-id', 'x-site-origin', 'authorization', 'cookie', 'content-type'].map((name) =>
            sendRequest(local, 'POST', readSession.path, { ...headers, [name]: text }, '{}'),
          ),
        ),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(log).toEqual([])
  })

  it('ends long polls when it stops', async () => {
    const own = await startLogin({ ...options, port: 0 })
    const secret = randomBytes(32)
    const flow = await createFlows({ sql: database.sql, clock }).start({
      projectId: shop,
      origin: testSite,
      purpose: 'login',
      method: 'google',
      binding: createHash('sha256').update(secret).digest('hex'),
      state: 'begun',
      lifetimeMs: 600_000,
    })
    const body = JSON.stringify({ flowId: flow.id, secret: secret.toString('hex') })
    const headers = {
      origin: own.url,
      'content-type': 'application/json',
      'x-project-id': shop,
    }
    const waiting = sendRequest(own, 'POST', awaitSocial.path, headers, body)
    // The call is waiting once its project has been read.
    await sendRequest(own, 'GET', `/sdk?projectId=${shop}`)
    await own.stop()
    await expect(
      waiting.then(
        () => 'over',
        () => 'over',
      ),
    ).resolves.toBe('over')
  })
})

it('does not start without the keys of its shares', async () => {
  const secrets = openLoginSecrets(join(dir, 'other'))
  await expect(startLogin({ ...options, secrets, port: 0 })).rejects.toMatchObject({
    code: 'bad-config',
  })
})

it('shows metrics to authorised readers', async () => {
  const own = await startLogin({ ...options, port: 0, metricsToken: 'watcher' })
  try {
    await sendRequest(own, 'GET', '/health')
    expect((await sendRequest(own, 'GET', '/metrics')).status).toBe(403)
    const reported = await sendRequest(own, 'GET', '/metrics', { authorization: 'Bearer watcher' })
    expect(reported.status).toBe(200)
    expect(reported.text).toContain(
      'latchkey_login_requests_total{endpoint="health",status="200"} 1',
    )
  } finally {
    await own.stop()
  }
})
