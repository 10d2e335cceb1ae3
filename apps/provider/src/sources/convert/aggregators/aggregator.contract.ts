import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../clock.js'
import type { Outbound } from '../../../outbound/createOutbound.js'
import { createLongTimeoutOutbound } from '../../../testing/longTimeoutNodes.js'
import { createManualClock } from '../../../testing/manualClock.js'
import type { Exchange, SwapRequest } from '../Exchange.js'
import { describeExchange, requestOf, testTokens } from '../exchange.contract.js'
import { minimumReturn } from '../minimumReturn.js'
import { aggregatorContract } from './contracts.js'
import { type AggregatorDriver, createAggregator } from './createAggregator.js'
import type { AggregatorParts } from './requestAggregator.js'
import {
  type Forgery,
  type PublishedShapes,
  type StandIn,
  type StandInCall,
  startStandIn,
  type Trade,
} from './standIn.fixture.js'

const key = 'a-secret-key-of-the-operator'
/** A busy test machine can take seconds for a call. */
const clock: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms * 10, run) }
const { dollar, other } = testTokens
const attacker: Address = '0x000000000000000000000000000000000000dEaD'

export type AggregatorFixture = {
  create(parts: AggregatorParts): AggregatorDriver
  readonly shapes: PublishedShapes
  /** Whether the call is for a transaction rather than only for a price. */
  isSwap(call: StandInCall): boolean
  /** The slippage that the call asks for, in millionths. */
  readSlippage(call: StandInCall): number
  /** The answer's field with the transaction. */
  readonly transaction: string
  /** The result of call data with another minimum than the answer's; 1inch answers have none. */
  readonly mismatch: 'malformed' | 'passed on'
  readonly keyHeader: { readonly name: string; readonly value: string }
  /** The fields of a quote's query that name the user and the gas price. */
  readonly passed: Readonly<Record<string, string>>
}

/** Tests that every aggregator must pass, against a server with its published answers. */
export function describeAggregator({ create, shapes, ...fixture }: AggregatorFixture): void {
  let standIn: StandIn
  let http: Outbound
  let exchange: Exchange

  const { source } = create({ http: { send: () => Promise.reject() }, clock, url: '' })
  const contract = aggregatorContract(source, 'eip155:1') as Address

  beforeAll(async () => {
    standIn = await startStandIn()
    http = createLongTimeoutOutbound([standIn.url])
  })
  beforeEach(() => {
    standIn.calls.length = 0
    exchange = open({})
  })
  afterAll(async () => {
    http.stop()
    await standIn.stop()
  })

  function open(more: Partial<AggregatorParts>): Exchange {
    const parts = { http, clock, url: standIn.url, key, ...more }
    return createAggregator(create(parts))
  }

  function tradeOf({ from, to, amount, user }: SwapRequest, amountOut: bigint): Trade {
    const common = { chain: 1, contract, user, from: from.address, to: to.address, amount }
    return { ...common, amountOut, minimumReturn: minimumReturn(amountOut, 9_999) }
  }

  const request = requestOf(dollar, other)
  const trade = tradeOf(request, 250_000_000n)
  const answerWith = (body: unknown) => {
    standIn.answer = () => ({ body })
  }
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'passed on',
      (error: { code: string }) => error.code,
    )

  describeExchange(source, async () => {
    let amountOut: bigint | undefined = 1n
    standIn.answer = (call) => {
      if (amountOut === undefined) return shapes.noRoute
      const { src, sellToken = src, fromToken: from = sellToken } = call.query
      const { dst, buyToken = dst, toToken: to = buyToken } = call.query
      const current = {
        ...tradeOf(request, amountOut),
        from: tokenOf(from),
        to: tokenOf(to),
        minimumReturn: (amountOut * BigInt(1_000_000 - fixture.readSlippage(call))) / 1_000_000n,
      }
      return { body: fixture.isSwap(call) ? shapes.swap(current) : shapes.quote(current) }
    }
    return {
      exchange,
      setReturn: (amount) => {
        amountOut = amount
      },
    }
  })

  describe(`the ${source} aggregator`, () => {
    it('passes the key, the user and the gas price on', async () => {
      answerWith(shapes.quote(trade))
      await exchange.quote(request)
      const [call] = standIn.calls
      expect(call?.headers[fixture.keyHeader.name]).toBe(fixture.keyHeader.value)
      expect(call?.query).toMatchObject(fixture.passed)
    })

    it('passes the slippage on, less a millionth for rounding', async () => {
      answerWith(shapes.swap(trade))
      await exchange.build(request)
      expect(standIn.calls.map(fixture.readSlippage)).toEqual([9_999])
    })

    it('asks once more, with less slippage, if the minimum is below the shown one', async () => {
      let minimum = 247_502_500n
      standIn.answer = (call) => {
        minimum = minimumReturn(250_000_000n, fixture.readSlippage(call))
        return { body: shapes.swap(trade, { minimumReturn: minimum }) }
      }
      const swap = await exchange.build({ ...request, minimumReturn: 249_500_000n })
      expect(swap.minimumReturn).toBeGreaterThanOrEqual(249_500_000n)
      expect(standIn.calls.map(fixture.readSlippage)).toEqual([9_999, 1_999])
    })

    it.each([
      ['no route', 'noRoute', 'no-route'],
      ['a rate limit', 'rateLimited', 'rate-limited'],
      ['a price that is gone', 'priceGone', 'price-changed'],
      ['a rejected key', 'unauthorized', 'unauthorized'],
    ] as const)('recognises %s', async (_, name, code) => {
      standIn.answer = () => shapes[name]
      expect(await codeOf(exchange.build(request))).toBe(code)
      if (name !== 'priceGone') expect(await codeOf(exchange.quote(request))).toBe(code)
    })

    it.each([
      ['7', 7_000],
      ['3600', 60_000],
      ['soon', undefined],
    ])('reads a rate limit until %s seconds later', async (header, retryAfterMs) => {
      standIn.answer = () => ({ ...shapes.rateLimited, headers: { 'retry-after': header } })
      await expect(exchange.quote(request)).rejects.toMatchObject({ retryAfterMs })
    })

    it.each([500, 502, 503, 408])('counts status %i as no answer', async (status) => {
      standIn.answer = () => ({ status, body: '<html>' })
      expect(await codeOf(exchange.quote(request))).toBe('no-answer')
    })

    it('rejects an answer for another chain', async () => {
      answerWith(shapes.wrongChain(trade))
      expect(await codeOf(exchange.build(request))).toBe('malformed')
    })

    it('does not ask for a chain that it does not serve', async () => {
      answerWith(shapes.quote(trade))
      const chain = 'eip155:11155111' as const
      const elsewhere = { from: { chain, address: dollar }, to: { chain, address: other } }
      expect(await codeOf(exchange.quote({ ...request, ...elsewhere }))).toBe('no-route')
      const limited = createAggregator(create({ http, clock, url: standIn.url, key }), [
        'eip155:10',
      ])
      expect(await codeOf(limited.quote(request))).toBe('no-route')
      expect(limited.spender('eip155:10')).toBe(contract)
      expect(standIn.calls).toEqual([])
    })

    it.each([
      ...Object.entries(shapes.malformed(trade)),
      ['a page', '<!doctype html>'],
      ['nothing', ''],
      ['a list', []],
      ['half an answer', JSON.stringify(shapes.quote(trade)).slice(0, -20)],
    ])('rejects %s', async (_, body) => {
      answerWith(body)
      expect(await codeOf(exchange.quote(request))).toBe('malformed')
    })

    const forgeries: readonly [string, Forgery][] = [
      ['another contract', { to: attacker }],
      ['the token as contract', { to: dollar }],
      ['a value for a token', { value: 1n }],
      ['another recipient', { recipient: attacker }],
      ['a larger amount', { amount: request.amount + 1n }],
      ['a lower minimum', { minimumReturn: 247_499_998n }],
      ['no minimum', { minimumReturn: 0n }],
      ['another token to buy', { buys: attacker }],
      ['an unknown call', { data: '0xdeadbeef00' }],
      ['a transfer', { data: `0xa9059cbb${'00'.repeat(64)}` }],
    ]
    it.each(forgeries)('rejects a transaction with %s', async (_, forgery) => {
      answerWith(shapes.swap(trade, forgery))
      expect(await codeOf(exchange.build(request))).toBe('malformed')
    })

    it('rejects a transaction that enforces another minimum than the answer says', async () => {
      const promised = { ...trade, minimumReturn: trade.minimumReturn + 1_000n }
      const { data } = Object(shapes.swap(trade))[fixture.transaction]
      answerWith(shapes.swap(promised, { data }))
      expect(await codeOf(exchange.build(request))).toBe(fixture.mismatch)
    })

    it('rejects a transaction that sends another value than the coins to swap', async () => {
      const native = requestOf(undefined, other)
      const coins = tradeOf(native, 250_000_000n)
      answerWith(shapes.swap(coins))
      expect((await exchange.build(native)).value).toBe(native.amount)
      for (const value of [native.amount + 1n, native.amount - 1n, 0n]) {
        answerWith(shapes.swap(coins, { value }))
        expect(await codeOf(exchange.build(native))).toBe('malformed')
      }
    })

    it('waits four seconds for an answer', async () => {
      const manual = createManualClock()
      standIn.answer = () => undefined
      const codes: string[] = []
      codeOf(open({ clock: manual }).quote(request)).then((code) => codes.push(code))
      await expect.poll(() => standIn.calls.length).toBe(1)
      manual.advance(3_999)
      await new Promise(setImmediate)
      expect(codes).toEqual([])
      manual.advance(1)
      await expect.poll(() => codes, { timeout: 10_000 }).toEqual(['no-answer'])
    })

    it('reads at most a megabyte', async () => {
      answerWith({ ...Object(shapes.quote(trade)), padding: ' '.repeat(1_048_576) })
      expect(await codeOf(exchange.quote(request))).toBe('malformed')
    })

    it('keeps the key out of its errors', async () => {
      const failures = [shapes.unauthorized, shapes.rateLimited, { body: { key } }]
      for (const answer of failures) {
        standIn.answer = () => answer
        const error = await exchange.quote(request).catch((reason: unknown) => reason)
        expect(describeError(error)).toContain('ExchangeError')
        expect(describeError(error)).not.toContain(key)
      }
      const dead = open({ url: 'http://127.0.0.1:9' })
      const error = await dead.quote(request).catch((reason: unknown) => reason)
      expect(describeError(error)).not.toContain(key)
    })
  })
}

/** Undefined for the native coin. */
function tokenOf(address: string | undefined): Address | undefined {
  return /^0x(?:e{40}|0{40})$/i.test(address ?? '') ? undefined : (address as Address)
}

function describeError(error: unknown): string {
  const texts: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) {
    texts.push(at.stack ?? '', JSON.stringify(at, Object.getOwnPropertyNames(at)))
  }
  return texts.join('\n')
}
