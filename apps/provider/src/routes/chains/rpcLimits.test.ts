import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../reliability/scriptedNode.mjs'
import { createApi } from '../../api/createApi.js'
import type { Rates } from '../../http/rates.js'
import type { RawRoute } from '../../http/route.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { createTestApi, testProject, testUrl } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../../testing/longTimeoutNodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { rpcProxyRoutes } from './index.js'

vi.setConfig({ testTimeout: 60_000 })

const mebibyte = 1_048_576
const clientAddress = '203.0.113.7'
const running: ScriptedNode[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

/** A node that answers `eth_call` with as many bytes as the call names, unless overridden. */
async function createRoutes(more: Record<string, unknown> = {}) {
  const answers = {
    eth_chainId: '0x1',
    eth_blockNumber: '0x10',
    eth_call: ([{ data }]: [{ data: string }]) => `0x${'ab'.repeat(Number(data) / 2)}`,
    ...more,
  }
  const node = await startScriptedNode({ answers })
  running.push(node)
  const chain: ChainSettings = {
    id: 'eip155:1',
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    upstreams: [node.url],
    tokens: [],
    isTestnet: false,
  }
  const nodes = createLongTimeoutNodes([chain])
  return { node, rawRoutes: rpcProxyRoutes({ nodes }) }
}

async function setUp(rates: Partial<Rates> = {}, answers: Record<string, unknown> = {}) {
  const { node, rawRoutes } = await createRoutes(answers)
  const api = createTestApi({ rawRoutes, rates })
  const send = (body: unknown, address = clientAddress) =>
    api.post('/v1', JSON.stringify(body), { query: { chainId: 'eip155:1' }, address })
  return { node, api, send }
}

/** Without the fixture, for requests that it cannot send. */
function apiWith(rawRoutes: readonly RawRoute[], rates: Partial<Rates> = {}) {
  return createApi({
    routes: [],
    rawRoutes,
    rates,
    clock: createManualClock(),
    publicUrl: testUrl,
    projects: {
      find: async () => ({ project: testProject, allows: () => true, isStale: false }),
      findByOrigin: async () => undefined,
    },
  })
}

const question = (method: string, params: unknown = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
/** Different for each id, because identical reads share one node call. */
const long = (bytes: number, id: unknown = 1) =>
  question('eth_call', [{ data: String(bytes), nonce: id }, 'latest'], id)
const batch = (count: number, one: (id: number) => unknown) =>
  Array.from({ length: count }, (_, index) => one(index))

describe('the limits of JSON-RPC', () => {
  it('count every call of a batch', async () => {
    const { node, send } = await setUp({ rpc: { perSecond: 1, burst: 30 } })
    const calls = batch(20, (id) => question('eth_blockNumber', [], id))
    expect((await send(calls)).status).toBe(200)
    const seen = node.seen.length
    const rejected = await send(calls)
    expect(rejected).toMatchObject({ status: 429, reasons: [{ field: 'rate_limited' }] })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(1)
    expect(node.seen.length).toBe(seen)
    expect((await send(calls, '203.0.113.8')).status).toBe(200)
  })

  it('limit the responses of a batch to ten megabytes', async () => {
    const { send } = await setUp()
    const { status, json, text } = await send([
      question('eth_blockNumber', [], 'small'),
      ...batch(5, (id) => long(3 * mebibyte, id)),
    ])
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(10 * mebibyte)
    const hasResult = ({ result }: { result?: string }) => result !== undefined
    expect(json.filter(hasResult).length).toBeGreaterThanOrEqual(1)
    const failed = json.filter((one: { result?: string }) => !hasResult(one))
    expect(failed.length).toBeGreaterThanOrEqual(2)
    for (const { error } of failed) expect(error).toMatchObject({ code: -32005 })
  })

  it('reject a network that has used up its bytes, until they refill', async () => {
    const { api, send } = await setUp({ rpcBytes: { perSecond: 100_000, burst: 100_000 } })
    expect((await send(long(300_000))).status).toBe(200)
    const rejected = await send(long(10))
    expect(rejected).toMatchObject({ status: 429, reasons: [{ field: 'rate_limited' }] })
    expect(rejected.headers.get('retry-after')).toBe('3')
    expect((await send(long(10), '203.0.113.8')).status).toBe(200)
    api.clock.advance(3_000)
    expect((await send(long(10))).status).toBe(200)
  })

  it.each([
    ['four', 'eth_call', 4],
    ['eight short', 'eth_gasPrice', 8],
  ])(
    'allow one network %s concurrent node calls without delaying others',
    async (_, method, max) => {
      const open: (() => void)[] = []
      const delayed = () => new Promise((answer) => open.push(() => answer('0x1234')))
      const { node, send } = await setUp({}, { [method]: delayed })
      const waiting = send(batch(20, (id) => question(method, [id], id)))
      await expect.poll(() => open.length).toBe(max)
      expect((await send(question('eth_blockNumber'), '203.0.113.8')).json).toMatchObject({
        result: '0x10',
      })
      expect(node.seen.filter((one) => one.method === method)).toHaveLength(max)
      for (let finished = 0; finished < 20; finished += 1) {
        await expect.poll(() => open.length).toBeGreaterThan(0)
        open.shift()?.()
      }
      const { json } = await waiting
      expect(json.map(({ result }: { result?: string }) => result)).toEqual(
        Array(20).fill('0x1234'),
      )
    },
  )

  it('stop a batch when its network has used up its bytes', async () => {
    const { node, send } = await setUp({ rpcBytes: { perSecond: 1_000, burst: 100_000 } })
    const { json } = await send(batch(20, (id) => long(60_000, id)))
    const forwarded = node.seen.filter(({ method }) => method === 'eth_call').length
    expect(forwarded).toBeLessThan(12)
    const rejected = json.filter(
      ({ error }: { error?: { code: number } }) => error?.code === -32005,
    )
    expect(rejected).toHaveLength(20 - forwarded)
  })

  it('reject a network over its bytes before reading the body', async () => {
    const { rawRoutes } = await createRoutes()
    const { app } = apiWith(rawRoutes, { rpcBytes: { perSecond: 1_000, burst: 1_000 } })
    const pull = vi.fn(() => new Promise<void>(() => {}))
    const post = (body: string | ReadableStream) =>
      app.request(
        `${testUrl}/v1?projectId=test&chainId=eip155:1`,
        { method: 'POST', body, duplex: 'half' } as RequestInit,
        { incoming: { headers: {}, socket: { remoteAddress: clientAddress } } },
      )
    expect((await post(JSON.stringify(long(10_000)))).status).toBe(200)
    const rejected = post(new ReadableStream({ pull }, { highWaterMark: 0 }))
    expect((await rejected).status).toBe(429)
    expect(pull).not.toHaveBeenCalled()
  })

  it('delay repeated rejections', async () => {
    const { api, send } = await setUp({ rpc: { perSecond: 1, burst: 1 } })
    const request = (address?: string) => send(question('eth_blockNumber'), address)
    expect((await request()).status).toBe(200)
    for (let count = 0; count < 20; count += 1) expect((await request()).status).toBe(429)
    const finished: number[] = []
    const pending = batch(3, () => request().then(({ status }) => finished.push(status)))
    expect((await request('203.0.113.8')).status).toBe(200)
    expect((await request('203.0.113.8')).status).toBe(429)
    expect(finished).toEqual([])
    api.clock.advance(1_000)
    await Promise.all(pending)
    expect(finished).toEqual([429, 429, 429])
  })

  it('limit the unread responses of one network', async () => {
    const { node, rawRoutes } = await createRoutes()
    const { app } = apiWith(rawRoutes)
    const open: EventEmitter[] = []
    const send = async (remoteAddress = clientAddress) => {
      const outgoing = new EventEmitter()
      open.push(outgoing)
      const response = await app.request(
        `${testUrl}/v1?projectId=test&chainId=eip155:1`,
        { method: 'POST', body: JSON.stringify(long(6 * mebibyte)) },
        { outgoing, incoming: { headers: {}, socket: { remoteAddress } } },
      )
      return response.status
    }
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
    expect(await send('203.0.113.8')).toBe(200)
    // A closed connection frees its memory.
    for (const outgoing of open) outgoing.emit('close')
    expect([await send(), await send()]).toEqual([200, 200])
    // Rejected calls did not reach the node.
    expect(node.seen.filter(({ method }) => method === 'eth_call')).toHaveLength(5)
  })

  it('count bodies before they are read', async () => {
    const { rawRoutes } = await createRoutes()
    const { app } = apiWith(rawRoutes)
    const slow = (remoteAddress: string) => {
      const body = new ReadableStream({
        pull: () => new Promise<void>(() => {}),
      })
      return app.request(
        `${testUrl}/v1?projectId=test&chainId=eip155:1`,
        { method: 'POST', body, duplex: 'half' } as RequestInit,
        {
          outgoing: new EventEmitter(),
          incoming: { headers: {}, socket: { remoteAddress } },
        },
      )
    }
    const finished: number[] = []
    for (let count = 0; count < 30; count += 1) {
      Promise.resolve(slow(clientAddress)).then(({ status }) => finished.push(status))
    }
    await expect.poll(() => finished.length).toBe(14)
    expect(new Set(finished)).toEqual(new Set([429]))
  })
})
