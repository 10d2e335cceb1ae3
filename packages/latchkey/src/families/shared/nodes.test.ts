import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeNode, type FakeNode } from '../../../fixtures/fakeNode.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import type { LatchkeyOptions } from '../../core/config/options.js'
import type { Network } from '../../core/network/network.js'
import { getNetworkById } from '../../core/network/store.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import { createAdapter } from '../eip155/adapter.js'
import { toTransport } from '../eip155/bridges/viemChains.js'

const address = `0x${'11'.repeat(20)}`
const { signal } = new AbortController()

let node: FakeNode
let requestedHosts: string[]
let answerTo: (host: string) => Response | undefined
const ends: (() => void)[] = []

beforeEach(() => {
  node = createFakeNode()
  node.answer('eth_chainId', () => '0x1')
  node.answer('eth_getBalance', () => '0x5')
  requestedHosts = []
  answerTo = () => undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { host } = new URL(url)
    requestedHosts.push(host)
    const answer = answerTo(host)
    if (answer) return answer
    const calls: unknown = JSON.parse(String(init.body))
    if (!Array.isArray(calls)) return node.fetch(url, init)
    const answers = calls.map((call) => node.fetch(url, { body: JSON.stringify(call) }))
    return Response.json(await Promise.all(answers.map(async (one) => (await one).json())))
  })
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function networkWith(options: Partial<LatchkeyOptions>): Network {
  const { widget, end } = createTestWidget({ options })
  ends.push(end)
  return getNetworkById(widget.stores.network.get(), 'eip155:1') as Network
}

const hosts = () => [...new Set(requestedHosts)]
const unserved = () =>
  Response.json(
    { status: 'FAILED', reasons: [{ field: 'chainId', description: 'Not served here.' }] },
    { status: 400 },
  )
const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}

describe.each([
  {
    reader: 'the widget',
    open: (network: Network) => {
      const adapter = createAdapter(new Map())
      return async () => adapter.nativeBalance?.({ address, network, signal })
    },
  },
  {
    reader: 'the transport of viem and wagmi',
    open: (network: Network) => {
      const { request } = toTransport(network)({ retryCount: 0 })
      return async () => BigInt((await request({ method: 'eth_getBalance' })) as string)
    },
  },
])('$reader with a provider', ({ open }) => {
  const options = { providerUrl: 'https://provider.test/base' }

  it('sends reads only to the proxy', async () => {
    expect(await open(networkWith(options))()).toBe(5n)
    expect(hosts()).toEqual(['provider.test'])
    const [{ url } = { url: '' }] = node.calls
    expect(url).toBe('https://provider.test/base/v1/?chainId=eip155:1&projectId=test')
  })

  it('uses the chain URL of a provider with separate roles', async () => {
    const providerUrls = { chain: 'https://chains.test/' }
    expect(await open(networkWith({ ...options, providerUrls }))()).toBe(5n)
    expect(hosts()).toEqual(['chains.test'])
  })

  it.each([
    ['fails', () => new Response('', { status: 500 })],
    ['has had too many requests', () => new Response('', { status: 429 })],
    ['rejects the call', () => Response.json({ reasons: [{ field: 'body' }] }, { status: 400 })],
    ['responds with HTML', () => new Response('<html>')],
    ['cannot be reached', unreachable],
  ])("falls back to the network's nodes while the proxy %s", async (_, answer) => {
    answerTo = (host) => (host === 'provider.test' ? answer() : undefined)
    const read = open(networkWith(options))
    expect(await read()).toBe(5n)
    expect(hosts()).toEqual(['provider.test', 'rpc.test'])
    answerTo = () => undefined
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
    requestedHosts = []
    expect(await read()).toBe(5n)
    expect(hosts()).toEqual(['provider.test'])
  })

  it('asks no other node when a call reverts', async () => {
    const error = { code: 3, message: 'execution reverted' }
    node.answer('eth_getBalance', () => Response.json({ jsonrpc: '2.0', id: 1, error }))
    await expect(open(networkWith(options))()).rejects.toThrow()
    expect(hosts()).toEqual(['provider.test'])
  })

  it("falls back to the network's nodes when the proxy does not serve the chain", async () => {
    answerTo = (host) => (host === 'provider.test' ? unserved() : undefined)
    const read = open(networkWith(options))
    expect(await read()).toBe(5n)
    expect(hosts()).toEqual(['provider.test', 'rpc.test'])
    requestedHosts = []
    expect(await read()).toBe(5n)
    expect(hosts()).toEqual(['rpc.test'])
  })

  it('uses custom nodes of the site instead of the proxy', async () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.test/1' }] }
    expect(await open(networkWith({ ...options, customRpcUrls }))()).toBe(5n)
    expect(hosts()).toEqual(['own.test'])
  })
})

describe('an unreachable node', () => {
  const network = evmNetwork('1', { rpcUrls: ['https://dead.test/', 'https://alive.test/'] })
  const alone = evmNetwork('1', { rpcUrls: ['https://dead.test/'] })
  const count = (host: string) => requestedHosts.filter((one) => one === host).length

  it('gets one request for several reads', async () => {
    answerTo = (host) => (host === 'dead.test' ? unreachable() : undefined)
    const adapter = createAdapter(new Map())
    const read = () => adapter.nativeBalance?.({ address, network, signal })
    expect(await Promise.all([read(), read(), read()])).toEqual([5n, 5n, 5n])
    expect(await read()).toBe(5n)
    expect(count('dead.test')).toBe(1)
  })

  it('is tried again after a pause', async () => {
    answerTo = unreachable
    const adapter = createAdapter(new Map())
    const read = () => adapter.nativeBalance?.({ address, network: alone, signal })
    await expect(read()).rejects.toBeInstanceOf(NodeError)
    await expect(read()).rejects.toBeInstanceOf(NodeError)
    expect(count('dead.test')).toBe(1)
    answerTo = () => undefined
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
    expect(await read()).toBe(5n)
  })

  it('is tried again at once when it has responded before', async () => {
    const adapter = createAdapter(new Map())
    const read = () => adapter.nativeBalance?.({ address, network: alone, signal })
    expect(await read()).toBe(5n)
    answerTo = unreachable
    await expect(read()).rejects.toBeInstanceOf(NodeError)
    answerTo = () => undefined
    expect(await read()).toBe(5n)
  })

  it('receives no address before it confirms its chain', async () => {
    node.answer('eth_chainId', () => '0x2')
    const adapter = createAdapter(new Map())
    await expect(
      adapter.nativeBalance?.({ address, network: alone, signal }),
    ).rejects.toBeInstanceOf(NodeError)
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_chainId'])
  })
})
