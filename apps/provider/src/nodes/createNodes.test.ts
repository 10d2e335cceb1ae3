import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import {
  nodeFaults,
  type ScriptedNode,
  startScriptedNode,
} from '../../reliability/scriptedNode.mjs'
import { type Clock, systemClock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { createManualClock } from '../testing/manualClock.js'
import type { ChainSettings } from './ChainSettings.js'
import { createNodes } from './createNodes.js'
import { NodeRpcError } from './Nodes.js'

const signedTransaction = '0x02f86c'
const sentHash = keccak256(signedTransaction)
const filterId = '0x0af1'

const started: ScriptedNode[] = []
afterAll(async () => {
  await Promise.all(started.map((node) => node.stop()))
})

async function start(fault?: string, answers: Record<string, unknown> = {}): Promise<ScriptedNode> {
  const node = await startScriptedNode({
    fault,
    answers: {
      eth_chainId: '0x1',
      eth_getBalance: '0xde0b6b3a7640000',
      eth_sendRawTransaction: sentHash,
      eth_newFilter: filterId,
      eth_getFilterChanges: ([id]: string[]) =>
        id === filterId ? [] : refuse(-32000, 'filter not found'),
      ...answers,
    },
  })
  started.push(node)
  return node
}

function refuse(code: number, message: string): never {
  throw Object.assign(new Error(message), { code })
}

const chain: ChainSettings = {
  id: 'eip155:1',
  name: 'Ethereum',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [],
  tokens: [],
}

function over(
  urls: readonly string[],
  clock: Clock = systemClock,
  id: ChainSettings['id'] = chain.id,
  limits = {},
) {
  const http = createOutbound({ allowPrivate: urls, clock: systemClock })
  return createNodes({
    chains: [{ ...chain, id, upstreams: urls }],
    http,
    clock,
    random: () => 0.5,
    limits,
  })
}

const balance = (nodes: ReturnType<typeof createNodes>) =>
  nodes.call('eip155:1', 'eth_getBalance', ['0x0000000000000000000000000000000000000001', 'latest'])

/** Advances the clock until the work is done. */
async function pass<value>(clock: ReturnType<typeof createManualClock>, work: Promise<value>) {
  let isDone = false
  const settled = work.finally(() => {
    isDone = true
  })
  settled.catch(() => undefined)
  while (!isDone) {
    await sleep(20)
    clock.advance(250)
  }
  return settled
}

describe('a node that fails', () => {
  it.concurrent.each(nodeFaults)('is skipped: %s', async (fault) => {
    const [bad, good] = [await start(fault), await start()]
    const clock = createManualClock()
    const nodes = over([bad.url, good.url], clock)
    for (let round = 0; round < 3; round += 1) {
      expect(await pass(clock, balance(nodes))).toBe('0xde0b6b3a7640000')
    }
  })

  it.concurrent.each(nodeFaults)('causes an error when it is the only node: %s', async (fault) => {
    const bad = await start(fault)
    const clock = createManualClock()
    const nodes = over([bad.url], clock)
    for (let round = 0; round < 2; round += 1) {
      const begun = clock.now()
      await expect(pass(clock, balance(nodes))).rejects.toMatchObject({
        status: 503,
        reasons: [{ field: 'chainId' }],
      })
      expect(clock.now() - begun).toBeLessThanOrEqual(10_500)
    }
  })

  it('is paused for its Retry-After', async () => {
    const [busy, spare] = [await start('status 503, come back in an hour'), await start()]
    const clock = createManualClock()
    const nodes = over([busy.url, spare.url], clock)
    await balance(nodes)
    busy.fault = undefined
    const requestCount = busy.seen.length
    clock.advance(3_599_000)
    await balance(nodes)
    expect(busy.seen.length).toBe(requestCount)
    clock.advance(2_000)
    await balance(nodes)
    expect(busy.seen.length).toBeGreaterThan(requestCount)
  })

  it('has its chain checked again after a failure', async () => {
    const [first, second] = [await start(), await start()]
    const clock = createManualClock()
    const nodes = over([first.url, second.url], clock)
    await balance(nodes)
    first.fault = 'status 500'
    await balance(nodes)
    await balance(nodes)
    first.fault = 'another chain'
    clock.advance(60_000)
    expect(await balance(nodes)).toBe('0xde0b6b3a7640000')
    expect(nodes.health()).toMatchObject([{ isUnavailable: true }, { isUnavailable: false }])
  })

  it('is tried three times when it is the only node', async () => {
    const only = await start('status 500')
    const clock = createManualClock()
    await expect(pass(clock, balance(over([only.url], clock)))).rejects.toBeInstanceOf(ApiError)
    expect(
      only.seen.filter(({ method }) => method === 'eth_getBalance').length,
    ).toBeLessThanOrEqual(3)
    expect(only.seen.filter(({ method }) => method === 'eth_getBalance').length).toBeGreaterThan(1)
  })
})

describe('a node that returns an error', () => {
  it('is final when the request is wrong', async () => {
    const [first, second] = [
      await start(undefined, { eth_call: () => refuse(3, 'execution reverted') }),
      await start(),
    ]
    const requestCount = over([first.url, second.url]).call('eip155:1', 'eth_call', [{}, 'latest'])
    await expect(requestCount).rejects.toMatchObject({ name: 'NodeRpcError', code: 3 })
    expect(second.seen).toEqual([])
  })

  it('is retried elsewhere when the node is at fault', async () => {
    const [first, second] = [
      await start(undefined, { eth_call: () => refuse(-32603, 'internal error') }),
      await start(undefined, { eth_call: '0x01' }),
    ]
    const nodes = over([first.url, second.url])
    expect(await nodes.call('eip155:1', 'eth_call', [{}, 'latest'])).toBe('0x01')
  })
})

it('stays healthy when a response is too large', async () => {
  const nodes = over([(await start('huge body')).url])
  await expect(nodes.call('eip155:1', 'eth_getLogs', [{}])).rejects.toMatchObject({ code: -32005 })
  expect(nodes.health()).toMatchObject([{ isUnavailable: false }])
})

it('keeps no memory of a node that sent too much', async () => {
  const bad = (await start('huge body')).url
  // Together they send more than all responses may have at once.
  const urls = Array.from({ length: 7 }, (_, at) => `${bad}?${at}`)
  const good = (await start(undefined, { eth_call: '0x01' })).url
  const nodes = over([...urls, good], systemClock, chain.id, { attempts: 8 })
  expect(await nodes.call('eip155:1', 'eth_call', [{}, 'latest'])).toBe('0x01')
})

describe('sending', () => {
  const send = (nodes: ReturnType<typeof createNodes>) =>
    nodes.call('eip155:1', 'eth_sendRawTransaction', [signedTransaction])
  const sends = (node: ScriptedNode) =>
    node.seen.filter(({ method }) => method === 'eth_sendRawTransaction').length

  it('tries the next node when nothing was sent', async () => {
    const [gone, there] = [await start('refused'), await start()]
    expect(await send(over([gone.url, there.url]))).toBe(sentHash)
  })

  it.concurrent.each(
    nodeFaults.filter((fault) => fault !== 'refused' && fault !== 'another chain'),
  )('is not retried when the outcome is unclear: %s', async (fault) => {
    const [bad, good] = [await start(fault), await start()]
    const clock = createManualClock()
    await expect(pass(clock, send(over([bad.url, good.url], clock)))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('may have been sent'),
    })
    expect(sends(bad)).toBe(1)
    expect(sends(good)).toBe(0)
  })

  it('rejects a hash of another transaction', async () => {
    const liar = await start(undefined, { eth_sendRawTransaction: keccak256('0x00') })
    await expect(send(over([liar.url]))).rejects.toMatchObject({ status: 503 })
  })
})

it('uses a filter on the node that created it', async () => {
  const [first, second] = [await start(), await start()]
  const nodes = over([first.url, second.url])
  first.fault = 'status 500'
  const filter = await nodes.call('eip155:1', 'eth_newFilter', [{}])
  first.fault = undefined
  expect(await nodes.call('eip155:1', 'eth_getFilterChanges', [filter])).toEqual([])
  expect(second.seen.at(-1)).toEqual({ method: 'eth_getFilterChanges', params: [filterId] })
  await expect(nodes.call('eip155:1', 'eth_getFilterChanges', ['0xff1'])).rejects.toBeInstanceOf(
    NodeRpcError,
  )
})

it('returns large integers exactly', async () => {
  const lamports = '18446744073709551615'
  const node = await startScriptedNode({
    answers: {
      getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      getBalance: { context: { slot: 7 }, value: { toJSON: () => 'replaced below' } },
    },
  })
  started.push(node)
  const id = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const plain = createOutbound({ allowPrivate: [node.url] })
  const http = {
    async send(url: string, request: Parameters<typeof plain.send>[1]) {
      const reply = await plain.send(url, request)
      const text = reply.text().replace('"replaced below"', lamports)
      return { ...reply, bytes: new TextEncoder().encode(text) }
    },
  }
  const nodes = createNodes({
    chains: [{ ...chain, id, upstreams: [node.url] }],
    http,
    clock: systemClock,
    random: Math.random,
  })
  const answer = await nodes.request(id, 'getBalance', ['11111111111111111111111111111111'])
  expect(answer.value).toMatchObject({ value: lamports })
  expect(answer.json).toBe(`{"context":{"slot":7},"value":${lamports}}`)
})

it('aborts with its caller without marking the node as failed', async () => {
  const slow = await start('stalled body')
  const nodes = over([slow.url])
  const caller = new AbortController()
  const requestCount = nodes.call('eip155:1', 'eth_getBalance', ['0x1', 'latest'], caller.signal)
  while (slow.seen.length < 2) await sleep(5)
  caller.abort(new Error('left'))
  await expect(requestCount).rejects.toThrow('left')
  expect(nodes.health()).toMatchObject([{ isUnavailable: false }])
})

it('rejects an unknown chain', () => {
  expect(() => over([]).settings('eip155:2')).toThrow(ApiError)
})
