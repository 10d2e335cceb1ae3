import { describe, expect, it } from 'vitest'
import { buildAnswers, createSwapTest, own, router, usdc } from '../../../../fixtures/fakeSwaps.js'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import * as limits from '../../../core/runtime/limits.js'
import { findSwapContext } from '../swapData.js'
import { type ExactSwap, prepareSwapCalls, quoteExactSwap, runExactSwap } from './swapToPay.lazy.js'

const ether: Holding = {
  ...{ networkId: 'eip155:1', name: 'Ether', symbol: 'ETH', decimals: 18 },
  units: 10n ** 19n,
}
const dollars: Holding = {
  ...{ networkId: 'eip155:1', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  ...{ address: usdc, units: 10n ** 10n },
}

async function open(options: Parameters<typeof createSwapTest>[0] = {}) {
  const test = await createSwapTest(options)
  const { widget, clock } = test
  const context = findSwapContext(widget)
  const session = widget.sessions.get('eip155')
  if (!context || !session) throw new Error('There is no account')
  const swap: ExactSwap = { ...context, sourceToken: ether, toToken: dollars, units: 100_000_000n }
  const toEther: ExactSwap = {
    ...{ ...context, sourceToken: dollars, toToken: ether },
    units: 5n * 10n ** 16n,
  }
  return {
    ...{ ...test, session, swap, toEther, since: clock.now() },
    quote: (exact: ExactSwap = swap) => quoteExactSwap(widget, exact, widget.signal),
    async settle(running: Promise<unknown>) {
      const done = running.then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      await clock.advance(limits.receiptWait)
      return done
    },
  }
}

describe('quoteExactSwap', () => {
  it('finds the amount that yields at least what is needed, and little more', async () => {
    const { quote, toEther } = await open()
    const bought = await quote()
    expect(bought.minimumUnits).toBe(100_000_000n)
    // A hundred dollars at 2,000, with 1 % of slippage on top.
    expect(bought.sourceUnits).toBeGreaterThan(50_500_000_000_000_000n)
    expect(bought.sourceUnits).toBeLessThan(51_100_000_000_000_000n)
    const sold = await quote(toEther)
    expect([sold.minimumUnits, sold.sourceUnits > 101_000_000n]).toEqual([5n * 10n ** 16n, true])
    expect(sold.sourceUnits).toBeLessThan(102_200_000n)
  })

  it('offers no swap that loses very much, and none without enough liquidity', async () => {
    const { quote, state, provider } = await open()
    state.price = 1_500_000_000n
    await expect(quote()).rejects.toMatchObject({ code: 'swap/price-impact' })
    provider.answer('getConvertQuotes', ({ amount, from, to }) => ({
      quotes: [
        { id: null, fromAmount: amount, fromAccount: from, toAmount: '1000', toAccount: to },
      ],
    }))
    await expect(quote()).rejects.toMatchObject({ code: 'swap/invalid-liquidity' })
  })
})

describe('prepareSwapCalls', () => {
  it('approves and swaps exactly, for the own account', async () => {
    const { widget, quote, toEther } = await open()
    const found = await quote(toEther)
    const calls = await prepareSwapCalls(widget, { swap: toEther, quote: found })
    expect(calls).toMatchObject([
      { to: usdc, value: 0n },
      { to: router, value: 0n },
    ])
    expect(BigInt(`0x${calls[0]?.data.slice(74)}`)).toBe(found.sourceUnits)
    expect(BigInt(`0x${calls[1]?.data.slice(74, 138)}`)).toBeGreaterThanOrEqual(toEther.units)
  })

  it('signs no old quote that yields too little', async () => {
    const { widget, quote, swap, state, clock } = await open()
    const found = await quote()
    await clock.advance(limits.swapQuoteLifetime)
    state.price = 1_990_000_000n
    expect(await prepareSwapCalls(widget, { swap, quote: found })).toHaveLength(1)
    state.price = 1_900_000_000n
    await expect(prepareSwapCalls(widget, { swap, quote: found })).rejects.toMatchObject({
      code: 'swap/price-changed',
    })
  })

  it.each([
    ['another recipient', { recipient: `0x${'66'.repeat(20)}` }],
    ['a lower minimum', { minimum: 99_999_999n }],
  ])('is stopped by %s', async (_, lie: { recipient?: string; minimum?: bigint }) => {
    const { widget, quote, swap, provider, state, clock } = await open()
    const found = await quote()
    const honest = buildAnswers({ price: state.price, now: () => clock.now() })
    const forge = (data: string) => {
      const minimum = lie.minimum?.toString(16).padStart(64, '0') ?? data.slice(10, 74)
      const recipient = (lie.recipient ?? own).slice(2)
      return `${data.slice(0, 10)}${minimum}${data.slice(74).replace(own.slice(2), recipient)}`
    }
    provider.answer('buildConvertTransaction', (input) => {
      const built = honest?.buildConvertTransaction?.(input, undefined)
      const { tx } = built as { tx: { data: string } }
      return { tx: { ...tx, data: forge(tx.data) } }
    })
    await expect(prepareSwapCalls(widget, { swap, quote: found })).rejects.toMatchObject({
      code: 'swap/transaction-mismatch',
    })
  })
})

describe('runExactSwap', () => {
  it('approves, swaps and waits for the chain', async () => {
    const { widget, quote, toEther, session, since, state, settle, include, clock } = await open()
    const found = await quote(toEther)
    const running = runExactSwap(widget, { swap: toEther, quote: found, session, since })
    await clock.advance(limits.approvalPolling)
    include()
    expect(await settle(running)).toBe('done')
    expect(state.requests.map(({ calls }) => calls[0]?.to)).toEqual([usdc, router])
  })

  it('does not swap again while the same swap of any amount is pending', async () => {
    const { widget, quote, swap, session, since, state, settle } = await open()
    const found = await quote()
    const first = runExactSwap(widget, { swap, quote: found, session, since }).catch(
      () => undefined,
    )
    await Promise.resolve()
    const other = { ...found, sourceUnits: found.sourceUnits + 1n }
    await settle(Promise.race([first, new Promise((resolve) => resolve(undefined))]))
    expect(await settle(runExactSwap(widget, { swap, quote: other, session, since }))).toBe(
      'swap/in-flight',
    )
    expect(state.requests).toHaveLength(1)
  })

  it('does not swap again what another tab has swapped since the payment started', async () => {
    const { widget, quote, swap, session, since, state, settle, include, clock } = await open()
    const shown = await quote()
    const first = runExactSwap(widget, { swap, quote: shown, session, since })
    await clock.advance(limits.swapQuoteLifetime)
    include({ status: 'final' })
    expect(await settle(first)).toBe('done')
    const again = (given = {}) =>
      runExactSwap(widget, { ...{ swap, quote: shown, session, since }, ...given })
    expect(await settle(again())).toBe('swap/in-flight')
    expect(state.requests).toHaveLength(1)
    // It yields too little for another payment, and is no part of a later one.
    const larger = { ...swap, units: swap.units * 2n }
    void again({ swap: larger, quote: await quote(larger) }).catch(() => undefined)
    await clock.advance(limits.tabSettling)
    expect(state.requests).toHaveLength(2)
    include({ status: 'final' })
    await clock.advance(limits.tabSettling)
    void again({ quote: await quote(), since: clock.now() }).catch(() => undefined)
    await clock.advance(limits.tabSettling)
    expect(state.requests).toHaveLength(3)
  })

  it('swaps again after a swap that failed', async () => {
    const { widget, quote, swap, session, since, state, settle, include, clock } = await open()
    const given = { swap, quote: await quote(), session, since }
    const first = runExactSwap(widget, given)
    await clock.advance(limits.tabSettling)
    include({ status: 'failed' })
    expect(await settle(first)).toBe('swap/failed-on-chain')
    void runExactSwap(widget, { ...given, quote: await quote() }).catch(() => undefined)
    await clock.advance(limits.tabSettling)
    expect(state.requests).toHaveLength(2)
  })

  it('ends with the failure of the swap', async () => {
    const { widget, quote, swap, session, since, settle, include, clock } = await open()
    const running = runExactSwap(widget, { swap, quote: await quote(), session, since })
    await clock.advance(0)
    include({ status: 'failed' })
    expect(await settle(running)).toBe('swap/failed-on-chain')
  })
})
