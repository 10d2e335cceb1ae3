/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getAccountBalance } from '@latchkey/wire/http/balance'
import { getProjectConfig } from '@latchkey/wire/http/config'
import { createOnrampUrl } from '@latchkey/wire/http/onramp'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import { lookUpName } from '@latchkey/wire/http/profile'
import { sendEvent, sendEvents } from '@latchkey/wire/http/telemetry'
import { getWalletImage, getWallets } from '@latchkey/wire/http/wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../../fixtures/fakeClock.js'
import type { Config } from '../../core/config/options.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { createProvider, sdkVersion } from './createProvider.js'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

let base = ''
let handle: Handler = () => undefined
type Seen = {
  method: string
  url: URL
  type: string | undefined
  key: unknown
  body: string
}
let seen: Seen[] = []
let clock: FakeClock

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString()
    const url = new URL(request.url ?? '', base)
    const { 'content-type': type, 'idempotency-key': key } = request.headers
    seen.push({ method: request.method ?? '', url, type, key, body })
    handle(request, response, body)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  clock = createFakeClock()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function provider(config: Partial<Config> = {}) {
  return createProvider({
    config: { projectId: 'shop', providerUrl: base, providerUrls: {}, ...config },
    families: [{ namespace: 'eip155' }, { namespace: 'solana' }],
    framework: 'html',
    clock,
    random: () => 0.5,
  })
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Handler => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}

/** Handles calls in this order; the last handler repeats. */
const inTurn = (...handlers: Handler[]): Handler => {
  let turn = 0
  return (...given) => (handlers[Math.min(turn++, handlers.length - 1)] as Handler)(...given)
}

/**
 * The result of a call. Time advances only during a retry delay, or if `isStalled`, so a slow
 * machine causes no timeout.
 */
async function outcome<value>(promise: Promise<value>, step = 1_000, isStalled = false) {
  let done: { value?: value; error?: unknown } | undefined
  promise.then(
    (value) => {
      done = { value }
    },
    (error: unknown) => {
      done = { error }
    },
  )
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    // One sleeper is the timeout of the whole call.
    if (!done && (isStalled || clock.sleepers > 1)) await clock.advance(step)
  }
  return done
}

const codeOf = async (promise: Promise<unknown>, isStalled = false) => {
  const { error } = await outcome(promise, 1_000, isStalled)
  expect(error).toBeInstanceOf(ProviderError)
  return (error as ProviderError).code
}

const happening = {
  eventId: crypto.randomUUID(),
  domain: 'shop.test',
  timestamp: 1,
  props: { type: 'track' as const, event: 'MODAL_OPEN' },
}
const config = { features: [{ id: 'swap', isEnabled: true, config: [] }] }
const never: Handler = () => undefined

describe('call', () => {
  test('sends the request to the endpoint with the project parameters', async () => {
    handle = json({ data: [], count: 0 })
    const query = { search: 'fox & co', exclude: '', badge_type: undefined }
    await expect(provider().call(getWallets, query)).resolves.toEqual({ data: [], count: 0 })
    const { url, method } = seen[0] as (typeof seen)[number]
    expect(method).toBe('GET')
    expect(url.pathname).toBe('/getWallets')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'shop',
      st: 'latchkey',
      sv: `html-eip155,solana-${sdkVersion}`,
      search: 'fox & co',
    })
  })

  test('has the version of the package', () => {
    const manifest = new URL('../../../package.json', import.meta.url)
    expect(sdkVersion).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version)
  })

  test('sends a body as JSON', async () => {
    handle = json({ fungibles: [] })
    await provider().call(getFungiblePrice, { currency: 'usd', addresses: ['eip155:1:0x0'] })
    const [{ type, body, method } = { type: '', body: '', method: '' }] = seen
    expect(method).toBe('POST')
    expect(type).toBe('application/json')
    expect(JSON.parse(body)).toEqual({ currency: 'usd', addresses: ['eip155:1:0x0'] })
  })

  test('encodes path parameters and rejects unsafe ones', async () => {
    handle = json([])
    await provider().call(lookUpName, { name: 'a/b?c.reown.id', apiVersion: '2' })
    expect(seen[0]?.url.pathname).toBe('/v1/profile/account/a%2Fb%3Fc.reown.id')
    await expect(provider().call(lookUpName, { name: '..' })).rejects.toMatchObject({
      code: 'provider/refused',
    })
    expect(seen).toHaveLength(1)
  })

  test('uses the URLs of provider roles', async () => {
    handle = json({ balances: [] })
    const elsewhere = provider({
      providerUrl: 'http://127.0.0.1:9/',
      providerUrls: { chain: `${base}/chain/`, analytics: `${base}/statistics` },
    })
    await elsewhere.call(getAccountBalance, { address: `0x${'a'.repeat(40)}` })
    expect(seen[0]?.url.pathname).toMatch(/^\/chain\/v1\/account\//)
    await elsewhere.call(sendEvent, happening)
    expect(seen[1]?.url.pathname).toBe('/statistics/e')
    await elsewhere.call(sendEvents, { items: [happening] })
    expect(seen[2]?.url.pathname).toBe('/statistics/batch')
    expect(JSON.parse(seen[2]?.body ?? '')).toEqual([happening])
  })

  test('sends a keepalive call once and without a CORS preflight', async () => {
    handle = json({}, 503)
    const last = provider().call(sendEvents, { items: [happening] }, { keepalive: true })
    expect(await codeOf(last)).toBe('provider/server-error')
    expect(seen).toHaveLength(1)
    // A content type that needs no CORS preflight.
    expect(seen[0]?.type).toMatch(/^text\/plain/)
    expect(seen[0]?.key).toBeUndefined()
  })

  test('returns images as blobs, and their URLs', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.end(Buffer.from([1, 2, 3]))
    }
    const blob = await provider().call(getWalletImage, { id: 'fox' })
    expect([blob.type, blob.size]).toEqual(['image/png', 3])
    const address = new URL(await provider().getUrl(getWalletImage, { id: 'fox' }))
    expect(address.origin + address.pathname).toBe(`${base}/getWalletImage/fox`)
    expect(address.searchParams.get('projectId')).toBe('shop')
  })
})

describe('invalid and error responses', () => {
  test.each([
    ['HTML', (_request: IncomingMessage, response: ServerResponse) => response.end('<html>')],
    ['another shape', json({ features: [{ id: 7 }] })],
    ['truncated JSON', (_request, response) => response.end('{"features":[')],
    ['an empty body', (_request, response) => response.end()],
  ] as [string, Handler][])('rejects as malformed without a retry: %s', async (_name, handler) => {
    handle = handler
    expect(await codeOf(provider().call(getProjectConfig, {}))).toBe('provider/malformed')
    expect(seen).toHaveLength(1)
  })

  test('stops reading after ten megabytes', async () => {
    let written = 0
    handle = (_request, response) => {
      const piece = Buffer.alloc(1_048_576, 32)
      const write = () => {
        while (written < 200 && response.write(piece)) written += 1
        if (written < 200) response.once('drain', write)
      }
      response.on('error', () => undefined)
      write()
    }
    expect(await codeOf(provider().call(getProjectConfig, {}))).toBe('provider/malformed')
    expect(written).toBeLessThan(100)
  })

  test('keeps the reasons of an API error, the first as its message', async () => {
    const reasons = [
      { field: 'name', description: 'Name is taken.' },
      { field: 'zone', description: 'Zone is closed.' },
    ]
    handle = json({ status: 'FAILED', reasons }, 409)
    const { error } = await outcome(provider().call(getProjectConfig, {}))
    expect(error).toMatchObject({
      code: 'provider/refused',
      status: 409,
      message: 'Name is taken.',
      reasons,
    })
    expect(seen).toHaveLength(1)
  })

  test('accepts an API error without reasons', async () => {
    handle = (_request, response) => response.writeHead(403).end('<h1>No</h1>')
    const { error } = await outcome(provider().call(getProjectConfig, {}))
    expect(error).toMatchObject({ code: 'provider/refused', status: 403, reasons: [] })
  })
})

describe('retries', () => {
  test.each([
    ['a server error', json({}, 503), 'provider/server-error'],
    ['too many requests', json({}, 429), 'provider/rate-limited'],
    ['a broken connection', (request) => request.socket.destroy(), 'provider/unreachable'],
    [
      'a truncated body',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"fea')
        setTimeout(() => request.socket.destroy(), 20)
      },
      'provider/unreachable',
    ],
  ] as [string, Handler, string][])('tries three times on %s', async (_name, handler, code) => {
    handle = handler
    expect(await codeOf(provider().call(getProjectConfig, {}))).toBe(code)
    expect(seen).toHaveLength(3)
    seen = []
    handle = inTurn(handler, json(config))
    expect(await outcome(provider().call(getProjectConfig, {}))).toEqual({ value: config })
    expect(seen).toHaveLength(2)
  })

  const order = { destinationWallets: [{ address: `0x${'a'.repeat(40)}` }] }

  test('does not repeat a change that got a response', async () => {
    handle = json({}, 503)
    expect(await codeOf(provider().call(createOnrampUrl, order))).toBe('provider/server-error')
    handle = json({}, 409)
    expect(await codeOf(provider().call(createOnrampUrl, order))).toBe('provider/refused')
    expect(seen).toHaveLength(2)
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[1]?.key).not.toBe(seen[0]?.key)
  })

  test('sends a change from a page without TLS', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    handle = json({ url: 'https://pay.test/' })
    await provider().call(createOnrampUrl, order)
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('repeats a change without a response, with the same idempotency key', async () => {
    const url = { url: 'https://pay.test/' }
    const lost: Handler = (request) => request.socket.destroy()
    const underWay = json({}, 409, { 'retry-after': '1' })
    handle = inTurn(lost, underWay, json(url))
    expect(await outcome(provider().call(createOnrampUrl, order))).toEqual({ value: url })
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
    expect(seen[0]?.key).toBeDefined()
  })

  test('waits longer before each retry', async () => {
    handle = json({}, 503)
    const started = clock.now()
    await outcome(provider().call(getProjectConfig, {}), 50)
    // 250 and 500 milliseconds, in the middle of the jitter range; the clock advances in steps of
    // 50.
    expect(clock.now() - started).toBeGreaterThanOrEqual(750)
    expect(clock.now() - started).toBeLessThan(2_000)
  })

  test('respects `Retry-After`', async () => {
    handle = inTurn(json({}, 429, { 'retry-after': '4' }), json(config))
    const started = clock.now()
    expect(await outcome(provider().call(getProjectConfig, {}))).toEqual({ value: config })
    expect(clock.now() - started).toBeGreaterThanOrEqual(4_000)
  })

  test('gives up when `Retry-After` is longer than the timeout', async () => {
    handle = json({}, 429, { 'retry-after': '3600' })
    const { error } = await outcome(provider().call(getProjectConfig, {}))
    expect(error).toMatchObject({ code: 'provider/rate-limited', retryAfter: 3_600_000 })
    expect(seen).toHaveLength(1)
  })
})

describe('timeout', () => {
  test.each([
    ['headers', never],
    [
      'a body',
      (_request, response) => {
        response.writeHead(200)
        response.write('{')
      },
    ],
  ] as [string, Handler][])('rejects after ten seconds without %s', async (_n, handler) => {
    handle = handler
    const started = clock.now()
    expect(await codeOf(provider().call(getProjectConfig, {}), true)).toBe('provider/timeout')
    expect(clock.now() - started).toBeLessThanOrEqual(10_500)
    expect(clock.now() - started).toBeGreaterThanOrEqual(10_000)
  })

  test('rejects at once when aborted', async () => {
    handle = never
    const controller = new AbortController()
    const call = provider().call(getProjectConfig, {}, { signal: controller.signal })
    const why = new Error('enough')
    controller.abort(why)
    await expect(call).rejects.toBe(why)
  })
})
