import { request } from 'node:http'
import { connect } from 'node:net'
import { featureIds } from '@latchkey/wire/http/config'
import { depositFeature, payFeature } from '@latchkey/wire/http/pay'
import { signInFeature } from '@latchkey/wire/http/signIn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../store/openDatabase.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { developmentProjectId, type RunningApi, startApi } from './startApi.js'

/** Every route of the contract, with sample parameters. */
const allCalls = [
  ['GET', '/appkit/v1/config'],
  ['GET', '/projects/v1/origins'],
  ['GET', '/appkit/v1/project-limits'],
  ['GET', '/getAnalyticsConfig'],
  ['GET', '/getWallets'],
  ['GET', '/getWalletImage/x'],
  ['GET', '/public/getAssetImage/x'],
  ['GET', '/public/getCurrencyImage/x'],
  ['GET', '/public/getTokenImage/x'],
  ['GET', '/v1/supported-chains'],
  ['GET', '/v1/identity/x'],
  ['GET', '/v1/account/x/history'],
  ['GET', '/v1/account/x/balance'],
  ['GET', '/v1/convert/tokens'],
  ['GET', '/v1/convert/quotes'],
  ['GET', '/v1/convert/allowance'],
  ['GET', '/v1/convert/gas-price'],
  ['GET', '/v1/convert/build-approve'],
  ['POST', '/v1/convert/build-transaction'],
  ['POST', '/v1/fungible/price'],
  ['GET', '/v1/profile/account/x'],
  ['GET', '/v1/profile/reverse/x'],
  ['GET', '/v1/profile/suggestions/x'],
  ['POST', '/v1/profile/account'],
  ['GET', '/v1/sessions/x'],
  ['POST', '/v1/sessions/x/revoke'],
  ['POST', '/v1/'],
  ['POST', '/e'],
  ['POST', '/batch'],
] as const

const siteOrigin = 'http://localhost:5173'
const project = `projectId=${developmentProjectId}`

let database: Database
let api: RunningApi

beforeAll(async () => {
  database = await openTemporaryDatabase()
  api = await startApi({ port: 0, database })
})
afterAll(async () => {
  await api?.stop()
  await database?.stop()
})

/** Headers of the HTTP connection, not of the response. */
const transportHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

const commonHeaders = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'cache-control',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
  'x-request-id',
]

function send(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(`${api.url}${path}`, { method, headers, agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

describe('the API', () => {
  it.each(allCalls)('%s %s responds with the common headers', async (method, path) => {
    const answer = await send(method, `${path}?${project}`, { origin: siteOrigin })
    const own = Object.keys(answer.headers).filter((name) => !transportHeaders.includes(name))
    const more = own.filter((name) => !commonHeaders.includes(name)).sort()
    expect(own.filter((name) => commonHeaders.includes(name)).sort()).toEqual(commonHeaders)
    const allowed = new Set(['content-type', 'etag', 'content-disposition', 'retry-after'])
    expect(more.filter((name) => !allowed.has(name))).toEqual([])
    if (answer.status >= 400) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'FAILED' })
    }
    expect([200, 400, 404, 415, 422]).toContain(answer.status)
  })

  it.each(allCalls)('%s %s needs a known project and site', async (method, path) => {
    const isImage = /Image/.test(path)
    const nobody = await send(method, `${path}?projectId=nobody`)
    const elsewhere = await send(method, `${path}?${project}`, { origin: 'https://evil.example' })
    expect(nobody.status).toBe(isImage ? 404 : 401)
    if (path === '/projects/v1/origins') return expect(elsewhere.status).toBe(200)
    expect(elsewhere.status).toBe(isImage ? 404 : 403)
    if (isImage) return
    expect(Object.keys(JSON.parse(elsewhere.text)).sort()).toEqual(['reasons', 'status'])
  })

  it.each(allCalls)('%s %s rejects other methods', async (method, path) => {
    for (const other of ['PUT', 'DELETE', 'PATCH', 'TRACE']) {
      expect((await send(other, `${path}?${project}`)).status).toBe(405)
    }
    expect(method === 'GET' || method === 'POST').toBe(true)
  })

  it('has the development project from the start', async () => {
    const { text } = await send('GET', `/appkit/v1/config?${project}`, { origin: siteOrigin })
    expect(JSON.parse(text).features.map(({ id }: { id: string }) => id)).toEqual([
      ...featureIds,
      signInFeature,
      payFeature,
      depositFeature,
      'account_names',
    ])
  })

  it('serves its OpenAPI document', async () => {
    const { paths } = JSON.parse((await send('GET', '/openapi.json')).text)
    const listed = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, 'x'))
    for (const [, path] of allCalls) expect(listed).toContain(path)
  })

  it('needs a known Host header', async () => {
    const { port } = api
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      expect((await send('GET', `/v1/supported-chains?${project}`, { host })).status).toBe(200)
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost',
      `localhost.:${port}`,
    ]) {
      expect((await send('GET', `/v1/supported-chains?${project}`, { host })).status).toBe(400)
    }
  })

  it('rejects more than 16 KB of headers', async () => {
    const answer = await send('GET', '/health', { 'x-long': 'a'.repeat(17_000) })
    expect(answer.status).toBe(431)
  })

  it('finishes running requests before it stops', async () => {
    const other = await startApi({ port: 0, database })
    const body = JSON.stringify([])
    const socket = connect(other.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise<void>((resolve) => {
      socket.write(
        `POST /batch?${project} HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\nContent-Length: ${body.length}\r\n\r\n[`,
        () => resolve(),
      )
    })
    // The request is running once another one on the same server has been answered.
    expect((await fetch(`${other.url}/health`)).status).toBe(200)
    const stopped = other.stop()
    socket.write(']')
    await stopped
    await closed
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    await expect(fetch(`${other.url}/health`)).rejects.toThrow()
  })
})

describe('without its database', () => {
  it('serves stale reads with a warning and rejects changes', async () => {
    const clock = createManualClock()
    const lost = await openTemporaryDatabase()
    const other = await startApi({ port: 0, database: lost, clock })
    const config = () => fetch(`${other.url}/appkit/v1/config?${project}`)
    try {
      expect((await config()).headers.get('warning')).toBeNull()
      await lost.stop()
      clock.advance(5_000)
      await expect
        .poll(async () => (await config()).headers.get('warning'))
        .toBe('110 - "Response is Stale"')
      expect((await config()).status).toBe(200)
      const quote = await fetch(`${other.url}/v1/convert/quotes?${project}`)
      expect(quote.status).toBe(503)
      const names = await fetch(`${other.url}/v1/profile/reverse/0x${'1'.repeat(40)}?${project}`)
      expect(names.status).toBe(503)
      expect(await names.json()).toMatchObject({ reasons: [{ field: 'database' }] })
      const ready = fetch(`${other.url}/ready`)
      expect((await ready).status).toBe(503)
    } finally {
      await other.stop()
    }
  })
})

describe('one role alone', () => {
  it('serves only telemetry, or everything else', async () => {
    const sink = await startApi({ port: 0, database, roles: ['telemetry'] })
    const rest = await startApi({ port: 0, database, roles: ['api'] })
    const status = async (url: string, path: string, method = 'GET') =>
      (await fetch(`${url}${path}?${project}`, { method })).status
    try {
      expect(await status(sink.url, '/appkit/v1/config')).toBe(404)
      expect(await status(sink.url, '/e', 'POST')).toBe(422)
      expect(await status(rest.url, '/appkit/v1/config')).toBe(200)
      expect(await status(rest.url, '/e', 'POST')).toBe(404)
    } finally {
      await sink.stop()
      await rest.stop()
    }
  })
})
