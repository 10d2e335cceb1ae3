import type { NetworkId } from '@latchkey/wire/caip'
import type { Address } from 'viem'
import {
  type AggregatorSource,
  type Exchange,
  ExchangeError,
  type ExchangeQuote,
  type QuoteRequest,
  type Swap,
  type SwapRequest,
} from '../Exchange.js'
import { minimumReturn, slippageFor } from '../minimumReturn.js'
import { aggregatorContract } from './contracts.js'
import { assertAnswer } from './requestAggregator.js'

/** What differs between aggregators: their calls and the shapes of their answers. */
export type AggregatorDriver = {
  readonly source: AggregatorSource
  quote(request: QuoteRequest, contract: Address, signal?: AbortSignal): Promise<ExchangeQuote>
  build(request: SwapRequest, contract: Address, signal?: AbortSignal): Promise<AggregatorSwap>
}

/** A transaction to the aggregator's contract, and what its call data says. */
export type AggregatorSwap = Swap & {
  readonly from: Address
  /** Undefined if the call always pays its sender. */
  readonly recipient: Address | undefined
  /** What the call takes; undefined for the value of the transaction. */
  readonly amountIn: bigint | undefined
}

/** An exchange over an aggregator: only checked transactions to its known contract come out. */
export function createAggregator(
  driver: AggregatorDriver,
  /** The chains to serve; all that the aggregator has by default. */
  chains?: readonly NetworkId[] | undefined,
): Exchange {
  function spender(chain: NetworkId): Address | undefined {
    return chains && !chains.includes(chain) ? undefined : aggregatorContract(driver.source, chain)
  }

  function contractOf({ from }: QuoteRequest): Address {
    const contract = spender(from.chain)
    if (contract) return contract
    throw new ExchangeError('no-route', 'The aggregator does not serve this chain.')
  }

  async function buildChecked(request: SwapRequest, signal?: AbortSignal): Promise<Swap> {
    const contract = contractOf(request)
    // A millionth less, because aggregators round the minimum down.
    const slippage = Math.max(0, request.slippage - 1)
    const built = await driver.build({ ...request, slippage }, contract, signal)
    assertSwap(built, request, contract)
    const { to, data, value, amountOut, minimumReturn, gas } = built
    return { to, data, value, amountOut, minimumReturn, gas }
  }

  return {
    source: driver.source,
    spender,
    async quote(request, signal) {
      const quote = await driver.quote(request, contractOf(request), signal)
      assertAnswer(quote.amountOut > 0n, 'The quote is zero.')
      return quote
    },
    async build(request, signal) {
      const { minimumReturn: shown = 0n } = request
      const built = await buildChecked(request, signal)
      if (built.minimumReturn >= shown) return built
      if (built.amountOut > shown) {
        const slippage = slippageFor(built.amountOut, shown)
        const stricter = await buildChecked({ ...request, slippage }, signal)
        if (stricter.minimumReturn >= shown) return stricter
      }
      throw new ExchangeError('price-changed', 'The aggregator pays less than the minimum.')
    },
  }
}

function assertSwap(swap: AggregatorSwap, request: SwapRequest, contract: Address): void {
  const { from, amount, user, slippage } = request
  const value = from.address === undefined ? amount : 0n
  assertAnswer(swap.to === contract, 'The transaction calls another contract.')
  assertAnswer(swap.from === user, 'The transaction is of another account.')
  assertAnswer(swap.value === value, 'The transaction sends another value.')
  assertAnswer((swap.amountIn ?? swap.value) === amount, 'The transaction takes another amount.')
  assertAnswer((swap.recipient ?? user) === user, 'The transaction pays another account.')
  assertAnswer(swap.amountOut > 0n, 'The swap returns nothing.')
  // One unit of tolerance for rounding of small amounts.
  const lowest = minimumReturn(swap.amountOut, slippage) - 1n
  assertAnswer(swap.minimumReturn >= lowest, 'The minimum return is too low.')
}
