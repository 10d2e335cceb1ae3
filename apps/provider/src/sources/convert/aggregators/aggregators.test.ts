import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../clock.js'
import type { Outbound } from '../../../outbound/createOutbound.js'
import { createLongTimeoutOutbound } from '../../../testing/longTimeoutNodes.js'
import { requestOf, testTokens, testUser } from '../exchange.contract.js'
import { describeAggregator } from './aggregator.contract.js'
import { createAggregator } from './createAggregator.js'
import { lifiShapes } from './lifi.fixture.js'
import { createLifiDriver } from './lifi.js'
import { oneInchShapes, swapData, unoswapData } from './oneInch.fixture.js'
import { createOneInchDriver } from './oneInch.js'
import { type StandIn, startStandIn, type Trade } from './standIn.fixture.js'
import { zeroExShapes } from './zeroEx.fixture.js'
import { createZeroExDriver } from './zeroEx.js'

describeAggregator({
  create: (parts) => createOneInchDriver({ ...parts, version: '6.1' }),
  shapes: oneInchShapes,
  transaction: 'tx',
  mismatch: 'passed on',
  isSwap: ({ path }) => path === '/swap/v6.1/1/swap',
  readSlippage: ({ query }) => Math.round(Number(query.slippage ?? 1) * 10_000),
  keyHeader: { name: 'authorization', value: 'Bearer a-secret-key-of-the-operator' },
  passed: { gasPrice: '2000000000', includeGas: 'true' },
})

describeAggregator({
  create: createZeroExDriver,
  shapes: zeroExShapes,
  transaction: 'transaction',
  mismatch: 'malformed',
  isSwap: ({ path }) => path === '/swap/allowance-holder/quote',
  readSlippage: ({ query }) => Number(query.slippagePpm),
  keyHeader: { name: '0x-api-key', value: 'a-secret-key-of-the-operator' },
  passed: { chainId: '1', taker: testUser, gasPrice: '2000000000' },
})

describeAggregator({
  create: (parts) => createLifiDriver({ ...parts, integrator: 'latchkey-test' }),
  shapes: lifiShapes,
  transaction: 'transactionRequest',
  mismatch: 'malformed',
  isSwap: ({ path }) => path === '/v1/quote',
  readSlippage: ({ query }) => Math.round(Number(query.slippage) * 1_000_000),
  keyHeader: { name: 'x-lifi-api-key', value: 'a-secret-key-of-the-operator' },
  passed: { fromAddress: testUser, toAddress: testUser, integrator: 'latchkey-test' },
})

describe('the calls of 1inch', () => {
  let standIn: StandIn
  let http: Outbound
  beforeAll(async () => {
    standIn = await startStandIn()
    http = createLongTimeoutOutbound([standIn.url])
  })
  afterAll(async () => {
    http.stop()
    await standIn.stop()
  })

  const request = requestOf(testTokens.dollar, testTokens.other)
  const open = (version: '6.0' | '6.1') =>
    createAggregator(
      createOneInchDriver({ http, clock: systemClock, url: standIn.url, key: 'the-key', version }),
    )
  const trade: Trade = {
    chain: 1,
    contract: '0x111111125421cA6dc452d289314280a0f8842A65',
    user: request.user,
    from: testTokens.dollar,
    to: testTokens.other,
    amount: request.amount,
    amountOut: 1_000_000_000n,
    minimumReturn: 991_000_000n,
  }

  it.each([
    ['6.1', 'true'],
    ['6.0', undefined],
  ] as const)('are general ones, in version %s', async (version, compatibility) => {
    standIn.answer = () => ({ body: oneInchShapes.swap(trade) })
    expect(await open(version).build(request)).toMatchObject({ minimumReturn: 991_000_000n })
    const call = standIn.calls.at(-1)
    expect(call?.path).toBe(`/swap/v${version}/1/swap`)
    expect(call?.query.compatibility).toBe(compatibility)
  })

  it.each([
    ['a single pool', unoswapData(trade)],
    ['flags', swapData(trade, {}, 1n)],
  ])('are rejected with %s', async (_, data) => {
    standIn.answer = () => ({ body: oneInchShapes.swap(trade, { data }) })
    await expect(open('6.1').build(request)).rejects.toMatchObject({ code: 'malformed' })
  })
})

it('asks LI.FI only for an account', async () => {
  const http = { send: () => Promise.reject(new Error('asked')) }
  const parts = { http, clock: systemClock, url: '', integrator: 'latchkey-test' }
  const exchange = createAggregator(createLifiDriver(parts))
  const { user: _, ...anonymous } = requestOf(testTokens.dollar, undefined)
  await expect(exchange.quote(anonymous)).rejects.toMatchObject({ code: 'no-route' })
})
