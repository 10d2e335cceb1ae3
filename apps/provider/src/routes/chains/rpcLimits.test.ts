import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../reliability/scriptedNode.mjs'
import { createApi } from '../../api/createApi.js'
import type { Rates } from '../../api/rates.js'
import { systemClock } from '../../clock.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { createNodes } from '../../nodes/createNodes.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import { createTestApi, TEST_PROJECT, TEST_URL } from '../../testing/apiFixture.js'
import { createHandClock } from '../../testing/handClock.js'
import { rpcProxyRoutes } from './index.js'

vi.setConfig({ testTimeout: 60_000 })

const MIB = 1_048_576
const ADDRESS = '203.0.113.7'
const running: ScriptedNode[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

/** A node whose answer to `eth_call` is as long as the question says. */
async function createRoutes() {
  const answers = {
    eth_chainId: '0x1',
    eth_blockNumber: '0x10',
    eth_call: ([{ data }]: [{ data: string }]) => `0x${'ab'.repeat(Number(data) / 2)}`,
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
  const nodes = createNodes({
    chains: [chain],
    http: createOutbound({ allowPrivate: [node.url] }),
    clock: systemClock,
    random: Math.random,
  })
  return { node, rawRoutes: rpcProxyRoutes({ nodes }) }
}

async function setUp(rates: Partial<Rates> = {}) {
  const { node, rawRoutes } = await createRoutes()
  const api = createTestApi({ rawRoutes, rates })
  const send = (body: unknown, address = ADDRESS) =>
    api.post('/v1', JSON.stringify(body), { query: { chainId: 'eip155:1' }, address })
  return { node, api, send }
}

const question = (method: string, params: unknown = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const long = (bytes: number, id: unknown = 1) =>
  question('eth_call', [{ data: String(bytes) }, 'latest'], id)
const batch = (count: number, one: (id: number) => unknown) =>
  Array.from({ length: count }, (_, index) => one(index))

describe('the limits of JSON-RPC', () => {
  it('count every call of a batch', async () => {
    const { node, send } = await setUp({ rpc: { perSecond: 1, burst: 30 } })
    const calls = batch(20, (id) => question('eth_blockNumber', [], id))
    expect((await send(calls)).status).toBe(200)
    const seen = node.seen.length
    const refused = await send(calls)
    expect(refused).toMatchObject({ status: 429, reasons: [{ field: 'rate_limited' }] })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
    expect(node.seen.length).toBe(seen)
    expect((await send(calls, '203.0.113.8')).status).toBe(200)
  })

  it('end the answers of a batch at ten megabytes, call by call', async () => {
    const { send } = await setUp()
    const { status, json, text } = await send([
      question('eth_blockNumber', [], 'small'),
      ...batch(5, (id) => long(3 * MIB, id)),
    ])
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(10 * MIB)
    const isAnswered = ({ result }: { result?: string }) => result !== undefined
    expect(json.filter(isAnswered).length).toBeGreaterThanOrEqual(1)
    const failed = json.filter((one: { result?: string }) => !isAnswered(one))
    expect(failed.length).toBeGreaterThanOrEqual(2)
    for (const { error } of failed) expect(error).toMatchObject({ code: -32005 })
  })

  it('refuse more to a network that has taken too many bytes, until time has passed', async () => {
    const { api, send } = await setUp({ rpcBytes: { perSecond: 100_000, burst: 100_000 } })
    expect((await send(long(300_000))).status).toBe(200)
    const refused = await send(long(10))
    expect(refused).toMatchObject({ status: 429, reasons: [{ field: 'rate_limited' }] })
    expect(refused.headers.get('retry-after')).toBe('3')
    expect((await send(long(10), '203.0.113.8')).status).toBe(200)
    api.clock.advance(3_000)
    expect((await send(long(10))).status).toBe(200)
  })

  it('bound what one network has in memory until its answers are read', async () => {
    const { node, rawRoutes } = await createRoutes()
    const { app } = createApi({
      routes: [],
      rawRoutes,
      clock: createHandClock(),
      publicUrl: TEST_URL,
      projects: {
        find: async () => ({ project: TEST_PROJECT, allows: () => true, isStale: false }),
        isOriginKnown: async () => true,
      },
    })
    const open: EventEmitter[] = []
    const send = async (remoteAddress = ADDRESS) => {
      const outgoing = new EventEmitter()
      open.push(outgoing)
      const response = await app.request(
        `${TEST_URL}/v1?projectId=test&chainId=eip155:1`,
        { method: 'POST', body: JSON.stringify(long(6 * MIB)) },
        { outgoing, incoming: { headers: {}, socket: { remoteAddress } } },
      )
      return response.status
    }
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
    expect(await send('203.0.113.8')).toBe(200)
    // A closed connection frees what was read for it.
    for (const outgoing of open) outgoing.emit('close')
    expect([await send(), await send()]).toEqual([200, 200])
    expect(node.seen.filter(({ method }) => method === 'eth_call')).toHaveLength(6)
  })

  it('count bodies before they are read', async () => {
    const { rawRoutes } = await createRoutes()
    const { app } = createApi({
      routes: [],
      rawRoutes,
      clock: createHandClock(),
      publicUrl: TEST_URL,
      projects: {
        find: async () => ({ project: TEST_PROJECT, allows: () => true, isStale: false }),
        isOriginKnown: async () => true,
      },
    })
    const slow = (remoteAddress: string) => {
      const body = new ReadableStream({
        pull: () => new Promise<void>(() => {}),
      })
      return app.request(
        `${TEST_URL}/v1?projectId=test&chainId=eip155:1`,
        { method: 'POST', body, duplex: 'half' } as RequestInit,
        {
          outgoing: new EventEmitter(),
          incoming: { headers: {}, socket: { remoteAddress } },
        },
      )
    }
    const answered: number[] = []
    for (let count = 0; count < 40; count += 1) {
      Promise.resolve(slow(ADDRESS)).then(({ status }) => answered.push(status))
    }
    await expect.poll(() => answered.length).toBe(24)
    expect(new Set(answered)).toEqual(new Set([429]))
  })
})
