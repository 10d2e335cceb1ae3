import { describe, expect, it } from 'vitest'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { isSafeSlippage } from '../actions/setSlippage.js'
import type { SwapQuote } from '../store.js'
import { impactLevelOf } from '../swapRules.js'
import { feeShare, formatExact, formatExpected, formatImpact, formatRate } from './format.js'

const token = (symbol: string, decimals: number): Holding => ({
  networkId: 'eip155:1',
  name: symbol,
  symbol,
  decimals,
  units: 0n,
})

const quote = (change: Partial<SwapQuote>) =>
  ({ sourceToken: token('ETH', 18), toToken: token('USDC', 6), ...change }) as SwapQuote

describe('formats of a quote', () => {
  it.each([
    [2_461_233_999n, '1 ETH = 2,461.233 USDC'],
    [1_500_000n, '1 ETH = 1.5 USDC'],
    [412n, '1 ETH = 0.000412 USDC'],
  ])('shows the rate %s with the digits that matter', (rate, text) => {
    expect(formatRate(quote({ rate }))).toBe(text)
  })

  it('cuts the expected amount after six decimals and keeps the exact one whole', () => {
    expect(formatExpected(1_234_567_890_123_456_789n, 18)).toBe('1.234567')
    expect(formatExact(1_234_567_890_123_456_789_012n, 18)).toBe('1,234.567890123456789012')
  })

  it.each([
    [-25n, '0%'],
    [0n, '0%'],
    [30n, '0.3%'],
    [1_525n, '15.25%'],
  ])('shows an impact of %s', (impact, text) => {
    expect(formatImpact(impact)).toBe(text)
  })

  it('shows the share of the fee, if the exchange says it', () => {
    const sourceUnits = 10n ** 18n
    expect(feeShare(quote({ sourceUnits, exchangeFee: 85n * 10n ** 14n }))).toBe('0.85%')
    expect(feeShare(quote({ sourceUnits, exchangeFee: undefined }))).toBeUndefined()
  })
})

describe('rules of a swap', () => {
  it.each([
    [300n, 'low'],
    [301n, 'warning'],
    [1_500n, 'warning'],
    [1_501n, 'stop'],
  ])('an impact of %s is %s', (impact, level) => {
    expect(impactLevelOf(impact)).toBe(level)
  })

  it.each([
    [0, false],
    [0.09, false],
    [0.1, true],
    [5, true],
    [5.01, false],
    [Number.NaN, false],
  ])('a slippage of %s is safe: %s', (percent, isSafe) => {
    expect(isSafeSlippage(percent)).toBe(isSafe)
  })
})
