import type { NetworkId } from '@latchkey/wire/caip'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  maxUint256,
} from 'viem'
import type { Clock } from '../../clock.js'
import { DeadlineError, withDeadline } from '../../deadline.js'
import { ApiError } from '../../errors/ApiError.js'
import type { Log } from '../../log.js'
import type { SwapSource } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import {
  type Conversion,
  type Exchange,
  ExchangeError,
  type ExchangeErrorCode,
  type ExchangeQuote,
  type QuoteRequest,
  type Swap,
  type SwapRequest,
} from './Exchange.js'
import { ethCall } from './ethCall.js'
import type { SolanaExchange } from './solana/SolanaExchange.js'
import type { TokenOnChain } from './tokens.js'

/** The exchange that answered, and the contract a token must be approved for. */
export type Answered = { readonly source: SwapSource; readonly spender: Address }

/**
 * The exchanges of all chains. A call with a source goes to it alone, so that quote, approval and swap fit
 * together; a call without one goes to the chain's exchanges in order until one answers.
 */
export type Exchanges = {
  /** Whether the chain has an exchange. */
  serves(chain: NetworkId): boolean
  /** The exchange to approve. Throws an ApiError for a chain without one, or for an unknown source. */
  select(chain: NetworkId, source?: string): Answered
  quote(request: QuoteRequest, options?: CallOptions): Promise<ExchangeQuote & Answered>
  build(request: SwapRequest, options?: CallOptions): Promise<Swap & Answered>
  allowance(token: TokenOnChain, owner: Address, options?: CallOptions): Promise<bigint>
  /** Throws an ApiError for a chain or a source that it does not serve. */
  onSolana<answer>(
    chain: NetworkId,
    ask: (exchange: SolanaExchange, signal: AbortSignal) => Promise<answer>,
    options?: CallOptions,
  ): Promise<answer & Pick<Answered, 'source'>>
}

export type CallOptions = {
  readonly source?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** For all exchanges of one call together. */
const deadlineMs = 10_000
/** How long an exchange that did not answer is skipped. */
const pauseMs = 5_000

export function createExchanges(parts: {
  readonly nodes: Nodes
  readonly clock: Clock
  /** In order of preference, unless a chain's settings name another one. */
  readonly exchanges: readonly Exchange[]
  readonly solana?: SolanaExchange | undefined
  readonly log?: Log | undefined
}): Exchanges {
  const { nodes, clock, exchanges, solana, log } = parts
  const pausedUntil = new Map<SwapSource, number>()

  /** All exchanges of the chain in order. */
  function listed(chain: NetworkId): { exchange: Exchange; spender: Address }[] {
    const { swapSources } = nodes.settings(chain)
    const order = swapSources ?? exchanges.map(({ source }) => source)
    return order.flatMap((source) =>
      exchanges.flatMap((exchange) => {
        const spender = exchange.source === source ? exchange.spender(chain) : undefined
        return spender ? [{ exchange, spender }] : []
      }),
    )
  }

  /** The requested exchange, or all of the chain, the paused ones last. */
  function candidates(chain: NetworkId, source?: string) {
    const all = listed(chain)
    if (all.length === 0) throw unsupportedError
    if (source !== undefined) {
      const named = all.filter(({ exchange }) => exchange.source === source)
      if (named.length > 0) return named
      throw unknownSourceError
    }
    const isPaused = ({ exchange }: (typeof all)[number]) =>
      (pausedUntil.get(exchange.source) ?? 0) > clock.now()
    return [...all.filter((one) => !isPaused(one)), ...all.filter(isPaused)]
  }

  function noteFailure(source: SwapSource, error: unknown): void {
    const code = error instanceof ExchangeError ? error.code : 'no-answer'
    if (isOrdinary(code)) return
    log?.({ level: 'warn', event: 'exchange-failed', reason: `${source} ${code}` })
    if (code === 'no-answer' || code === 'rate-limited') {
      const pause = (error as Partial<ExchangeError>).retryAfterMs ?? pauseMs
      pausedUntil.set(source, clock.now() + pause)
    }
  }

  /** Asks the exchanges one after the other until one answers. */
  async function answerOf<answer>(
    conversion: Conversion,
    { source, signal }: CallOptions,
    ask: (exchange: Exchange, signal: AbortSignal) => Promise<answer>,
  ): Promise<answer & Answered> {
    const { chain } = conversion.from
    assertConversion(conversion, nodes.settings(chain).exchange?.wrappedNative)
    const errors: unknown[] = []
    const work = async (signal: AbortSignal) => {
      for (const { exchange, spender } of candidates(chain, source)) {
        try {
          const answer = await ask(exchange, signal)
          return { ...answer, source: exchange.source, spender }
        } catch (error) {
          signal.throwIfAborted()
          if (!isFailover(error)) throw error
          errors.push(error)
          noteFailure(exchange.source, error)
        }
      }
      throw toApiError(errors)
    }
    try {
      return await withDeadline(clock, deadlineMs, work, signal)
    } catch (error) {
      if (error instanceof DeadlineError) throw noAnswerError
      throw error
    }
  }

  function select(chain: NetworkId, source?: string): Answered {
    const [first] = candidates(chain, source)
    if (!first) throw unsupportedError
    return { source: first.exchange.source, spender: first.spender }
  }

  /** Undefined where Solana's exchange is not set up, or turned off for the chain. */
  function solanaExchangeOf(chain: NetworkId): SolanaExchange | undefined {
    if (!solana?.serves(chain)) return undefined
    const { swapSources = [solana.source] } = nodes.settings(chain)
    return swapSources.includes(solana.source) ? solana : undefined
  }

  return {
    serves: (chain) => listed(chain).length > 0 || solanaExchangeOf(chain) !== undefined,
    select,
    quote: (request, options = {}) =>
      answerOf(request, options, (exchange, signal) => exchange.quote(request, signal)),
    build: (request, options = {}) =>
      answerOf(request, options, (exchange, signal) => exchange.build(request, signal)),

    async allowance(token, owner, { source, signal } = {}) {
      const { spender } = select(token.chain, source)
      // The native coin needs no approval.
      if (token.address === undefined) return maxUint256
      const call = { abi: erc20Abi, functionName: 'allowance' } as const
      const data = encodeFunctionData({ ...call, args: [owner, spender] })
      const answer = await ethCall(nodes, token.chain, token.address, data, signal)
      if (answer === undefined) throw new ApiError(400, 'tokenAddress', 'This is not a token.')
      return decodeFunctionResult({ ...call, data: answer })
    },

    async onSolana(chain, ask, { source, signal } = {}) {
      const exchange = solanaExchangeOf(chain)
      if (!exchange) throw unsupportedError
      if (source !== undefined && source !== exchange.source) throw unknownSourceError
      try {
        const answer = await withDeadline(clock, deadlineMs, (ends) => ask(exchange, ends), signal)
        return { ...answer, source: exchange.source }
      } catch (error) {
        if (error instanceof DeadlineError) throw noAnswerError
        if (!(error instanceof ExchangeError)) throw error
        noteFailure(exchange.source, error)
        throw toApiError([error])
      }
    },
  }
}

const unsupportedError = new ApiError(400, 'chainId', 'Network not supported for Swaps')
const unknownSourceError = new ApiError(400, 'source', 'The chain has no such exchange.')

const noAnswerError = new ApiError(
  503,
  'chainId',
  'No exchange of this chain answers at the moment.',
  { retryAfter: 1 },
)

/** Whether another exchange may answer although this one did not. */
function isFailover(error: unknown): boolean {
  return error instanceof ExchangeError || (error instanceof ApiError && error.status === 503)
}

/** Answers about the request, not failures of the exchange. */
function isOrdinary(code: ExchangeErrorCode): boolean {
  return code === 'no-route' || code === 'price-changed'
}

function toApiError(errors: readonly unknown[]): unknown {
  const codes = errors.map((error) => (error instanceof ExchangeError ? error.code : undefined))
  if (codes.includes('price-changed')) {
    return new ApiError(409, 'minimumReturn', 'The price has changed. Get a new quote.')
  }
  if (codes.every((code) => code === 'no-route')) {
    return new ApiError(400, 'amount', 'There is insufficient liquidity for this conversion.')
  }
  return errors.find((error) => error instanceof ApiError) ?? noAnswerError
}

function assertConversion(
  { from, to, amount }: Conversion,
  wrappedNative: string | undefined,
): void {
  if (from.chain !== to.chain) {
    throw new ApiError(400, 'to', 'Both tokens must be on the same chain.')
  }
  const [start, end] = [from, to].map(({ address }) => address ?? (wrappedNative as Address))
  if (start === end || (start && end && isAddressEqual(start, end))) {
    throw new ApiError(400, 'to', 'Both tokens are the same.')
  }
  if (amount === 0n || amount > maxUint256) {
    throw new ApiError(400, 'amount', 'The amount must be above zero and fit the token.')
  }
}
