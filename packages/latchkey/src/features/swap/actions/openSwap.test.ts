import { describe, expect, it } from 'vitest'
import { createSwapTest, dai, usdc } from '../../../../fixtures/fakeSwaps.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import { confirmSwap } from './confirmSwap.js'
import { fillMaxAmount, flipTokens, leaveSwap } from './editSwap.js'
import { acceptImpact, reviewSwap } from './reviewSwap.js'
import { setSlippage } from './setSlippage.js'

const quoted = 'getConvertQuotes'

describe('openSwap', () => {
  it('starts with the coin, the amount 1 and the tokens of the network', async () => {
    const { open, store, clock } = await createSwapTest()
    await open()
    expect(store.get()).toMatchObject({
      status: 'ready',
      sourceToken: { symbol: 'ETH', units: 10n ** 19n },
      sourceTokenAmount: '1',
      sourceUnits: 10n ** 18n,
      toToken: undefined,
    })
    expect(store.get().tokens?.map(({ symbol }) => symbol)).toEqual(['DAI', 'ETH', 'USDC'])
    expect(store.get().suggestedTokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'DAI', 'USDC'])
    await clock.advance(limits.swapPolling)
  })

  it('applies arguments by symbol in any case and by address', async () => {
    const { open, store } = await createSwapTest()
    await open({ fromToken: 'usdc', toToken: dai, amount: '2.5' })
    expect(store.get()).toMatchObject({
      sourceToken: { symbol: 'USDC' },
      toToken: { symbol: 'DAI' },
      sourceTokenAmount: '2.5',
      sourceUnits: 2_500_000n,
    })
  })

  it('waits for the tokens of the account no longer than the limit', async () => {
    const test = await createSwapTest()
    test.provider.answer('getAccountBalance', () => new Promise(() => {}))
    await test.open({ toToken: 'USDC', amount: '3' })
    expect(test.store.get().toToken).toBeUndefined()
    await test.clock.advance(limits.swapTokensWait)
    expect(test.store.get()).toMatchObject({ toToken: { address: usdc }, sourceTokenAmount: '3' })
  })

  it('fails when the exchange has no tokens to offer, and can be tried again', async () => {
    const test = await createSwapTest()
    test.provider.answer('getConvertTokens', () => {
      throw new ProviderError('server-error')
    })
    const { opening } = await test.open()
    expect(await opening).toMatchObject({ code: 'swap/start-failed' })
    expect(test.store.get().status).toBe('failed')
  })

  it('does not swap on networks that the provider does not serve', async () => {
    const test = await createSwapTest()
    test.provider.answer('getSupportedChains', () => ({ http: ['eip155:10'], ws: [] }))
    const { opening } = await test.open()
    expect(await opening).toMatchObject({ message: 'Network not supported for Swaps' })
  })

  it('keeps the draft when the form is shown again, and forgets it when it is left', async () => {
    const { open, store, type, clock, widget, provider } = await createSwapTest()
    await open({ toToken: 'USDC' })
    type('4')
    await clock.advance(limits.swapInputDelay)
    await open({ toToken: 'USDC' })
    expect(store.get().sourceTokenAmount).toBe('4')
    expect(provider.count('getConvertTokens')).toBe(1)
    leaveSwap(widget)
    expect(store.get()).toMatchObject({ sourceTokenAmount: '', toToken: undefined })
  })
})

describe('quotes', () => {
  it('are fetched after a pause, with account and gas price, and computed exactly', async () => {
    const { open, store, type, clock, provider } = await createSwapTest()
    await open({ toToken: 'USDC' })
    const before = provider.count(quoted)
    type('0.')
    type('0.5')
    await clock.advance(limits.swapInputDelay - 1)
    expect(provider.count(quoted)).toBe(before)
    await clock.advance(1)
    expect(provider.count(quoted)).toBe(before + 1)
    expect(provider.calls.findLast(({ name }) => name === quoted)?.input).toMatchObject({
      amount: '500000000000000000',
      userAddress: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      gasPrice: '1000000000',
    })
    expect(store.get().quote).toMatchObject({
      toUnits: 1_000_000_000n,
      minimumUnits: 990_000_000n,
      rate: 2_000_000_000n,
      priceImpact: 0n,
      sourceWorth: 1_000n * 10n ** 18n,
      exchangeFee: 1_250_000_000_000_000n,
      networkFee: { units: 150_000n * 10n ** 9n, worth: 3n * 10n ** 17n },
      route: ['Pool'],
    })
  })

  it('of an older amount are dropped', async () => {
    const { open, store, type, clock, provider } = await createSwapTest()
    await open({ toToken: 'USDC' })
    const answers: (() => void)[] = []
    provider.answer(
      quoted,
      ({ amount = '', from, to }) =>
        new Promise((resolve) =>
          answers.push(() =>
            resolve({
              quotes: [
                {
                  id: null,
                  fromAmount: amount,
                  fromAccount: from,
                  toAmount: amount,
                  toAccount: to,
                },
              ],
            }),
          ),
        ),
    )
    type('1')
    await clock.advance(limits.swapInputDelay)
    type('2')
    await clock.advance(limits.swapInputDelay)
    answers[1]?.()
    await clock.advance(0)
    answers[0]?.()
    await clock.advance(0)
    expect(store.get().quote?.sourceUnits).toBe(2n * 10n ** 18n)
  })

  it('are refreshed while the form is shown, and not after', async () => {
    const { open, clock, provider, view, state, store } = await createSwapTest()
    await open({ toToken: 'USDC' })
    await clock.advance(limits.swapInputDelay)
    const before = provider.count(quoted)
    state.price = 2_100_000_000n
    await clock.advance(limits.swapPolling)
    expect(provider.count(quoted)).toBe(before + 1)
    expect(store.get().quote?.toUnits).toBe(2_100_000_000n)
    view.abort()
    await clock.advance(limits.swapPolling * 3)
    expect(provider.count(quoted)).toBe(before + 1)
  })

  it.each([
    ['Insufficient balance', '11'],
    ['Not enough for the network fee', '10'],
  ])('say %s for %s ETH', async (message, amount) => {
    const { open, store, type, clock, widget } = await createSwapTest()
    await open({ toToken: 'USDC' })
    type(amount)
    await clock.advance(limits.swapInputDelay)
    expect(store.get().inputError?.message).toBe(message)
    await expect(reviewSwap(widget)).rejects.toThrow(message)
  })

  it.each([
    [
      new ProviderError('refused', {
        reasons: [{ field: 'amount', description: 'There is insufficient liquidity' }],
      }),
      'Insufficient liquidity',
      false,
    ],
    [new ProviderError('unreachable'), undefined, true],
  ])('show the failure %s', async (error, message, isFetchFailed) => {
    const { open, store, type, clock, provider } = await createSwapTest()
    await open({ toToken: 'USDC' })
    provider.answer(quoted, () => {
      throw error
    })
    type('2')
    await clock.advance(limits.swapInputDelay)
    expect(store.get().inputError?.message).toBe(message)
    expect(store.get()).toMatchObject({ isFetchFailed, quote: undefined, isQuoting: false })
  })

  it('that answer another amount or token count as none', async () => {
    const { open, store, type, clock, provider } = await createSwapTest()
    await open({ toToken: 'USDC' })
    provider.answer(quoted, ({ from, to }) => ({
      quotes: [{ id: null, fromAmount: '1', fromAccount: from, toAmount: '5', toAccount: to }],
    }))
    type('2')
    await clock.advance(limits.swapInputDelay)
    expect(store.get().inputError?.message).toBe('Incorrect amount')
  })
})

describe('the form', () => {
  it('flips the tokens with the expected amount', async () => {
    const { open, store, clock, widget } = await createSwapTest()
    await open({ toToken: 'USDC' })
    await clock.advance(limits.swapInputDelay)
    flipTokens(widget)
    expect(store.get()).toMatchObject({
      sourceToken: { symbol: 'USDC' },
      toToken: { symbol: 'ETH' },
      sourceTokenAmount: '2000',
    })
  })

  it('keeps the network fee back when the whole coin balance is entered', async () => {
    const { open, store, clock, widget } = await createSwapTest()
    await open({ toToken: 'USDC' })
    await clock.advance(limits.swapInputDelay)
    fillMaxAmount(widget)
    await clock.advance(limits.swapInputDelay)
    expect(store.get().sourceTokenAmount).toBe('9.9998125')
    expect(store.get().inputError).toBeUndefined()
  })

  it('also keeps the deposits of a route on Solana back', async () => {
    const { open, store, widget } = await createSwapTest()
    await open()
    const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
    const coin = { networkId, name: 'Solana', symbol: 'SOL', decimals: 9, units: 2_000_000_000n }
    store.set({ ...store.get(), sourceToken: coin, quote: undefined })
    fillMaxAmount(widget)
    expect(store.get().sourceTokenAmount).toBe('1.997')
  })

  it.each([0, 0.05, 5.1, -1, Number.NaN, Infinity])('ignores a slippage of %s', async (percent) => {
    const { open, store, widget } = await createSwapTest()
    await open()
    setSlippage(widget, { percent })
    expect(store.get().slippage).toBe(1)
  })

  it('needs a second confirmation for a very high price impact', async () => {
    const { review, state, store, widget, clock } = await createSwapTest()
    state.price = 1_600_000_000n
    await review()
    expect(store.get().review).toMatchObject({ impact: 'stop', quote: { priceImpact: 2_000n } })
    await expect(confirmSwap(widget)).rejects.toMatchObject({ code: 'swap/price-impact' })
    expect(state.requests).toEqual([])
    acceptImpact(widget)
    const swapping = confirmSwap(widget)
    await clock.advance(limits.receiptWait)
    await swapping
    expect(state.requests).toHaveLength(1)
  })
})
