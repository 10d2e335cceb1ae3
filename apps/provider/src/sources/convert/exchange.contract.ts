import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Exchange, SwapRequest } from './Exchange.js'

export const testUser: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const testTokens = {
  dollar: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  other: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
} as const satisfies Record<string, Address>

export type ExchangeFixture = {
  readonly exchange: Exchange
  /** What the exchange pays for every request from now on; undefined for no route. */
  setReturn(amountOut: bigint | undefined): void
}

const { dollar, other } = testTokens

/** A swap of one hundred units with 1 % slippage. */
export function requestOf(
  from: Address | undefined,
  to: Address | undefined,
  more: Partial<SwapRequest> = {},
): SwapRequest {
  return {
    from: { chain: 'eip155:1', address: from },
    to: { chain: 'eip155:1', address: to },
    amount: 100_000_000n,
    slippage: 10_000,
    user: testUser,
    gasPrice: 2_000_000_000n,
    ...more,
  }
}

/** Tests that every exchange must pass. */
export function describeExchange(name: string, open: () => Promise<ExchangeFixture>): void {
  describe(`the ${name} exchange`, () => {
    const pairs = [
      ['a token for a token', dollar, other],
      ['the coin for a token', undefined, dollar],
      ['a token for the coin', dollar, undefined],
    ] as const

    it.each(pairs)('quotes and builds %s', async (_, from, to) => {
      const { exchange, setReturn } = await open()
      setReturn(250_000_000n)
      const request = requestOf(from, to)
      const quote = await exchange.quote(request)
      expect(quote.amountOut).toBe(250_000_000n)
      expect(quote.route.length).toBeGreaterThan(0)
      expect(quote.gas).toBeGreaterThan(100_000n)
      const swap = await exchange.build(request)
      expect(swap.to).toBe(exchange.spender('eip155:1'))
      expect(swap.value).toBe(from === undefined ? request.amount : 0n)
      expect(swap.amountOut).toBe(250_000_000n)
      expect(swap.minimumReturn).toBeGreaterThanOrEqual(247_500_000n)
    })

    it('reports a pair without a route', async () => {
      const { exchange, setReturn } = await open()
      setReturn(undefined)
      const request = requestOf(dollar, other)
      await expect(exchange.quote(request)).rejects.toMatchObject({ code: 'no-route' })
      await expect(exchange.build(request)).rejects.toMatchObject({ code: 'no-route' })
    })

    it('never enforces less than the minimum that was shown', async () => {
      const { exchange, setReturn } = await open()
      setReturn(250_000_000n)
      // Shown at a better price: now only 0.4 % below the quote.
      const shown = { minimumReturn: 249_000_000n }
      const swap = await exchange.build(requestOf(dollar, other, shown))
      expect(swap.minimumReturn).toBeGreaterThanOrEqual(249_000_000n)
      // A better price raises the minimum.
      setReturn(300_000_000n)
      const better = await exchange.build(requestOf(dollar, other, shown))
      expect(better.minimumReturn).toBeGreaterThanOrEqual(297_000_000n)
    })

    it('rejects a price below the minimum that was shown', async () => {
      const { exchange, setReturn } = await open()
      setReturn(248_999_999n)
      await expect(
        exchange.build(requestOf(dollar, other, { minimumReturn: 249_000_000n })),
      ).rejects.toMatchObject({ code: 'price-changed' })
    })

    it('serves no chain that it does not know', async () => {
      const { exchange } = await open()
      expect(exchange.spender('eip155:11155111')).toBeUndefined()
      expect(exchange.spender('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeUndefined()
    })
  })
}
