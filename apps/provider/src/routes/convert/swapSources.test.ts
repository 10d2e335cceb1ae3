import { decodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAggregator } from '../../sources/convert/aggregators/createAggregator.js'
import { oneInchShapes } from '../../sources/convert/aggregators/oneInch.fixture.js'
import { createOneInchDriver } from '../../sources/convert/aggregators/oneInch.js'
import { type StandIn, startStandIn } from '../../sources/convert/aggregators/standIn.fixture.js'
import { createExchanges } from '../../sources/convert/createExchanges.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createUniswapV2Exchange } from '../../sources/convert/uniswapV2.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { createTestApi, type TestApi } from '../../testing/apiFixture.js'
import { createLongTimeoutOutbound, longTimeoutClock } from '../../testing/longTimeoutNodes.js'
import { convertRoutes } from './index.js'

const native = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const oneInchRouter: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'
const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)',
])

let local: Awaited<ReturnType<typeof startLocalChain>>
let standIn: StandIn
let api: TestApi
let usdc: string
let router: string

beforeAll(async () => {
  ;[local, standIn] = await Promise.all([startLocalChain(), startStandIn()])
  const { nodes } = local
  const clock = longTimeoutClock
  const http = createLongTimeoutOutbound([standIn.url])
  const driver = createOneInchDriver({
    ...{ http, clock, url: standIn.url, key: 'key-of-1inch', version: '6.1' },
  })
  api = createTestApi({
    routes: convertRoutes({
      nodes,
      gasPrices: createGasPrices(nodes),
      clock,
      exchanges: createExchanges({
        nodes,
        clock: { ...clock, now: () => 0 },
        exchanges: [createAggregator(driver), createUniswapV2Exchange({ nodes, clock })],
      }),
    }),
  })
  usdc = `eip155:1:${local.chain.settings.exchange?.dollar}`
  router = getAddress(local.chain.settings.exchange?.router ?? '')
})
afterAll(() => Promise.all([local?.stop(), standIn?.stop()]))
beforeEach(() => {
  standIn.answer = () => oneInchShapes.noRoute
})

const plain = (id: string) => id.slice('eip155:1:'.length) as Hex
const user = () => local.account(0).address
const amount = '500000000'

function quote(query: Readonly<Record<string, string>> = {}) {
  return api.get('/v1/convert/quotes', { query: { from: usdc, to: native, amount, ...query } })
}

function build(more: object = {}) {
  return api.post('/v1/convert/build-transaction', {
    ...{ from: usdc, to: native, amount, userAddress: `eip155:1:${user()}` },
    ...{ eip155: { slippage: 1 }, disableEstimate: true },
    ...more,
  })
}

function answerAsOneInch(): void {
  standIn.answer = ({ path }) => {
    const trade = {
      ...{ chain: 1, contract: oneInchRouter, user: user(), from: plain(usdc), to: undefined },
      ...{
        amount: BigInt(amount),
        amountOut: 10n ** 17n,
        minimumReturn: 99n * 10n ** 15n + 10n ** 11n,
      },
    } as const
    return { body: path.endsWith('/swap') ? oneInchShapes.swap(trade) : oneInchShapes.quote(trade) }
  }
}

describe('a quote', () => {
  it('has everything that a user should see', async () => {
    const { json } = await quote({ userAddress: user(), gasPrice: '7', slippage: '0.5' })
    const [{ toAmount, minimumReturn, gas, expiresAt, ...rest }] = json.quotes
    expect(BigInt(minimumReturn) * 1_000n).toBeGreaterThanOrEqual(BigInt(toAmount) * 995n)
    expect((BigInt(minimumReturn) - 1n) * 1_000n).toBeLessThan(BigInt(toAmount) * 995n)
    expect(expiresAt - Date.now()).toBeGreaterThan(10_000)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(30_000)
    expect(rest).toEqual({
      id: null,
      fromAmount: amount,
      fromAccount: usdc,
      toAccount: native,
      fee: '1500000',
      source: 'uniswapV2',
      spender: `eip155:1:${router}`,
      route: ['USDC/WETH'],
      networkFee: String(BigInt(gas) * 7n),
    })
  })

  it('uses the current gas price without one', async () => {
    const [{ gas, networkFee }] = (await quote()).json.quotes
    expect(BigInt(networkFee)).toBeGreaterThan(BigInt(gas))
  })

  it.each([
    [{ userAddress: 'So11111111111111111111111111111111111111112' }, 'userAddress'],
    [{ slippage: '50.1' }, 'slippage'],
    [{ slippage: '-1' }, 'slippage'],
    [{ gasPrice: '1.5' }, 'gasPrice'],
    [{ gasPrice: '9'.repeat(78) }, 'gasPrice'],
    [{ source: 'lifi' }, 'source'],
    [{ source: '../x' }, 'source'],
  ])('is rejected with %j', async (query, field) => {
    const { status, reasons } = await quote(query)
    expect({ status, field: reasons[0]?.field }).toEqual({ status: 400, field })
  })
})

describe('approval and swap', () => {
  it('fit the quote of an aggregator', async () => {
    answerAsOneInch()
    const [{ source, spender, minimumReturn }] = (await quote()).json.quotes
    expect([source, spender]).toEqual(['1inch', `eip155:1:${oneInchRouter}`])

    const approval = await api.get('/v1/convert/build-approve', {
      query: { from: usdc, to: native, userAddress: `eip155:1:${user()}`, amount, source },
    })
    const { args } = decodeFunctionData({ abi: erc20Abi, data: approval.json.tx.data })
    expect(args).toEqual([oneInchRouter, BigInt(amount)])
    expect(approval.json.source).toBe('1inch')

    const readAllowance = async (source: string) =>
      (
        await api.get('/v1/convert/allowance', {
          query: { tokenAddress: usdc, userAddress: `eip155:1:${user()}`, source },
        })
      ).json.allowance
    const before = await readAllowance('uniswapV2')
    await local.send(local.account(0), { to: plain(usdc), data: approval.json.tx.data })
    expect(await readAllowance('1inch')).toBe(amount)
    expect(await readAllowance('uniswapV2')).toBe(before)

    const { json } = await build({ source, minimumReturn })
    expect(json).toMatchObject({ source: '1inch', tx: { to: spender, amount: String(10n ** 17n) } })
    expect(BigInt(json.minimumReturn)).toBeGreaterThanOrEqual(BigInt(minimumReturn))
  })

  it('fit the quote of the next exchange after a rate limit', async () => {
    standIn.answer = () => oneInchShapes.rateLimited
    const [{ source, spender, minimumReturn, toAmount }] = (await quote()).json.quotes
    expect(source).toBe('uniswapV2')
    // The aggregator is back, but the quote is not its own.
    answerAsOneInch()
    const approval = await api.get('/v1/convert/build-approve', {
      query: { from: usdc, to: native, userAddress: `eip155:1:${user()}`, amount, source },
    })
    await local.send(local.account(0), { to: plain(usdc), data: approval.json.tx.data })
    const { status, json } = await build({ source, minimumReturn, disableEstimate: false })
    expect({ status, to: json.tx.to, amount: json.tx.amount }).toEqual({
      ...{ status: 200, to: spender, amount: toAmount },
    })
    const receipt = await local.send(local.account(0), {
      ...{ to: plain(json.tx.to), data: json.tx.data, gas: BigInt(json.tx.eip155.gas) },
    })
    expect(receipt.status).toBe('success')
  })

  it('enforce the minimum that was shown, or are rejected', async () => {
    const [{ toAmount, source }] = (await quote()).json.quotes
    const shown = (BigInt(toAmount) * 999n) / 1_000n
    const { json } = await build({ source, minimumReturn: shown.toString() })
    const { args } = decodeFunctionData({ abi: routerAbi, data: json.tx.data })
    expect(args[1]).toBe(shown)
    expect(json.minimumReturn).toBe(shown.toString())
    const late = await build({ source, minimumReturn: (BigInt(toAmount) + 1n).toString() })
    expect({ status: late.status, field: late.reasons[0]?.field }).toEqual({
      ...{ status: 409, field: 'minimumReturn' },
    })
  })
})
