import type { Address, Hex } from 'viem'
import { encodeFunctionResult, erc20Abi, maxUint256, parseAbi } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../errors/ApiError.js'
import type { LogLine } from '../../log.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createManualClock, type ManualClock } from '../../testing/manualClock.js'
import { createExchanges } from './createExchanges.js'
import { type EvmSource, type Exchange, ExchangeError, type ExchangeErrorCode } from './Exchange.js'
import { describeExchange, requestOf, testTokens, testUser } from './exchange.contract.js'
import { createUniswapV2Exchange } from './uniswapV2.js'

const { dollar, other } = testTokens
const wrapped: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const chain: ChainSettings = {
  id: 'eip155:1',
  name: 'Ethereum',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [],
  tokens: [{ address: dollar, name: 'Dollar', symbol: 'USDC', decimals: 6 }],
  exchange: {
    router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    wrappedNative: wrapped,
    dollar,
  },
}

function nodesWith(
  call: () => Promise<unknown>,
  { settings = chain }: { readonly settings?: ChainSettings } = {},
): Nodes {
  return {
    chains: [settings],
    settings: (id) => {
      const { exchange: _, ...plain } = settings
      return id === settings.id ? settings : { ...plain, id }
    },
    call,
    evm: () => {
      throw new Error('not used')
    },
  }
}

describeExchange('uniswapV2', async () => {
  let amountOut: bigint | undefined
  const answer = async () =>
    encodeFunctionResult({
      abi: parseAbi(['function getAmountsOut() view returns (uint256[])']),
      result: [1n, amountOut ?? 0n],
    })
  return {
    exchange: createUniswapV2Exchange({ nodes: nodesWith(answer), clock: createManualClock() }),
    setReturn: (amount) => {
      amountOut = amount
    },
  }
})

type Scripted = Exchange & {
  readonly calls: string[]
  fails?: ExchangeErrorCode | ApiError | 'never'
}

const spenders: Readonly<Record<EvmSource, Address>> = {
  '1inch': '0x111111125421cA6dc452d289314280a0f8842A65',
  '0x': '0x0000000000001fF3684f28c67538d4D072C22734',
  lifi: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
  uniswapV2: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
}

function scripted(source: EvmSource): Scripted {
  const calls: string[] = []
  const exchange: Scripted = {
    source,
    calls,
    spender: (id) => (id === 'eip155:1' ? spenders[source] : undefined),
    quote: async (_, signal) => {
      calls.push('quote')
      await check(signal)
      return { amountOut: 5n, route: [source] }
    },
    build: async (_, signal) => {
      calls.push('build')
      await check(signal)
      const to = spenders[source]
      return { to, data: '0x' as Hex, value: 0n, amountOut: 5n, minimumReturn: 4n }
    },
  }
  async function check(signal?: AbortSignal): Promise<void> {
    const { fails } = exchange
    if (fails === 'never') {
      await new Promise((_, reject) => {
        const onAbort = () => reject(new ExchangeError('no-answer', 'scripted'))
        signal?.addEventListener('abort', onAbort)
      })
    }
    if (fails instanceof ApiError) throw fails
    if (fails) throw new ExchangeError(fails as ExchangeErrorCode, 'scripted')
  }
  return exchange
}

let clock: ManualClock
let log: LogLine[]
let first: Scripted
let second: Scripted
let own: Scripted

beforeEach(() => {
  clock = createManualClock()
  log = []
  first = scripted('1inch')
  second = scripted('0x')
  own = scripted('uniswapV2')
})

const noNode = async () => {
  throw new Error('calls')
}

function open(settings: Partial<ChainSettings> = {}, call: () => Promise<unknown> = noNode) {
  return createExchanges({
    nodes: nodesWith(call, { settings: { ...chain, ...settings } }),
    clock,
    exchanges: [first, second, own],
    log: (line) => log.push(line),
  })
}

const request = requestOf(dollar, other)

describe('the exchanges of a chain', () => {
  it.each<ExchangeErrorCode>([
    'no-answer',
    'rate-limited',
    'unauthorized',
    'no-route',
    'malformed',
  ])('are tried in order, the next one after %s', async (code) => {
    const exchanges = open()
    expect((await exchanges.quote(request)).source).toBe('1inch')
    expect(second.calls).toEqual([])
    first.fails = code
    expect(await exchanges.quote(request)).toMatchObject({
      source: '0x',
      spender: spenders['0x'],
    })
    const line = { level: 'warn', event: 'exchange-failed', reason: `1inch ${code}` }
    expect(log).toEqual(code === 'no-route' ? [] : [line])
    second.fails = code
    expect((await exchanges.build(request)).source).toBe('uniswapV2')
  })

  it('are tried in the order of the chain, and none without one', async () => {
    expect((await open({ swapSources: ['uniswapV2', '0x'] }).quote(request)).source).toBe(
      'uniswapV2',
    )
    const off = open({ swapSources: [] })
    expect(off.serves('eip155:1')).toBe(false)
    await expect(off.quote(request)).rejects.toMatchObject({
      status: 400,
      reasons: [{ field: 'chainId', description: 'Network not supported for Swaps' }],
    })
    expect(open().serves('eip155:1')).toBe(true)
    expect(open().serves('eip155:10')).toBe(false)
  })

  it('are not mixed: a call with a source uses only that one', async () => {
    const exchanges = open()
    for (const source of ['0x', 'uniswapV2'] as const) {
      const options = { source }
      const [quote, swap] = [
        await exchanges.quote(request, options),
        await exchanges.build(request, options),
      ]
      expect([quote.source, swap.source]).toEqual([source, source])
      expect(exchanges.select('eip155:1', source).spender).toBe(quote.spender)
      expect(swap.to).toBe(quote.spender)
    }
    second.fails = 'no-answer'
    await expect(exchanges.build(request, { source: '0x' })).rejects.toMatchObject({ status: 503 })
    expect(first.calls).toEqual([])
    for (const source of ['lifi', 'nowhere', '']) {
      await expect(exchanges.build(request, { source })).rejects.toMatchObject({
        status: 400,
        reasons: [{ field: 'source' }],
      })
    }
  })

  it('select the same exchange for an approval as for quotes, also after a failure', async () => {
    const exchanges = open()
    expect(exchanges.select('eip155:1').source).toBe('1inch')
    first.fails = 'rate-limited'
    const { source, spender } = await exchanges.quote(request)
    expect(exchanges.select('eip155:1')).toEqual({ source, spender })
    clock.advance(5_000)
    expect(exchanges.select('eip155:1').source).toBe('1inch')
  })

  it('get no calls during the pause they demand', async () => {
    const exchanges = open()
    first.quote = async () => {
      first.calls.push('quote')
      throw new ExchangeError('rate-limited', 'scripted', { retryAfterMs: 30_000 })
    }
    await exchanges.quote(request)
    clock.advance(29_000)
    await exchanges.quote(request)
    expect(first.calls).toEqual(['quote'])
    clock.advance(1_000)
    await exchanges.quote(request)
    expect(first.calls).toEqual(['quote', 'quote'])
  })

  it.each<[string, (ExchangeErrorCode | ApiError)[], object]>([
    ['no route anywhere', ['no-route', 'no-route', 'no-route'], { status: 400 }],
    ['a price that is gone', ['price-changed', 'no-answer', 'no-route'], { status: 409 }],
    ['one without an answer', ['no-route', 'no-answer', 'no-route'], { status: 503 }],
    [
      'no node',
      ['malformed', 'rate-limited', new ApiError(503, 'chainId', 'No node.')],
      { status: 503, reasons: [{ field: 'chainId', description: 'No node.' }] },
    ],
  ])('report %s', async (_, codes, error) => {
    for (const [index, exchange] of [first, second, own].entries()) {
      exchange.fails = codes[index] ?? 'no-answer'
    }
    await expect(open().build(request)).rejects.toMatchObject(error)
  })

  it('share one deadline', async () => {
    first.fails = 'never'
    const answer = open().quote(request)
    answer.catch(() => undefined)
    await expect.poll(() => first.calls.length).toBe(1)
    clock.advance(10_000)
    await expect(answer).rejects.toMatchObject({ status: 503, retryAfter: 1 })
    await new Promise(setImmediate)
    expect(second.calls).toEqual([])
  })

  it('get no calls after the caller has left', async () => {
    first.fails = 'never'
    const leaving = new AbortController()
    const answer = open().quote(request, { signal: leaving.signal })
    answer.catch(() => undefined)
    await expect.poll(() => first.calls.length).toBe(1)
    leaving.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await new Promise(setImmediate)
    expect(second.calls).toEqual([])
    expect(log).toEqual([])
  })

  it('do not hide programming errors', async () => {
    first.quote = async () => {
      throw new TypeError('a bug')
    }
    await expect(open().quote(request)).rejects.toThrow('a bug')
  })

  it('read the allowance of the named exchange from the chain', async () => {
    const data = encodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', result: 7n })
    const calls: unknown[] = []
    const call = async (...parameters: unknown[]) => {
      calls.push(parameters[2])
      return data
    }
    const exchanges = open({}, call)
    const token = { chain: 'eip155:1', address: dollar } as const
    expect(await exchanges.allowance(token, testUser, { source: '0x' })).toBe(7n)
    expect(JSON.stringify(calls)).toContain(spenders['0x'].slice(2).toLowerCase())
    const native = { chain: 'eip155:1', address: undefined } as const
    expect(await exchanges.allowance(native, testUser)).toBe(maxUint256)
  })

  it.each([
    ['the same token', requestOf(dollar, dollar), 'to'],
    ['the coin and its wrapped token', requestOf(undefined, wrapped), 'to'],
    ['no amount', requestOf(dollar, other, { amount: 0n }), 'amount'],
    ['too large an amount', requestOf(dollar, other, { amount: maxUint256 + 1n }), 'amount'],
    ['two chains', requestOf(dollar, other, { to: { chain: 'eip155:10', address: other } }), 'to'],
  ])('get no call for %s', async (_, bad, field) => {
    await expect(open().quote(bad)).rejects.toMatchObject({ status: 400, reasons: [{ field }] })
    expect(first.calls).toEqual([])
  })
})
