import type { NetworkId } from '@latchkey/wire/caip'
import { getBase64Encoder, getTransactionDecoder } from '@solana/kit'
import * as v from 'valibot'
import type { Nodes } from '../../../nodes/Nodes.js'
import { solanaMainnet } from '../../../nodes/solanaMainnet.js'
import { uniqueNames } from '../aggregators/fields.js'
import {
  type AggregatorParts,
  assertAnswer,
  requestAggregator,
} from '../aggregators/requestAggregator.js'
import { ExchangeError, type ExchangeErrorCode } from '../Exchange.js'
import type { SolanaExchange, SolanaQuoteRequest, SolanaSwapRequest } from './SolanaExchange.js'

/** The mint under which programs know the native coin. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
const millionthsPerBasisPoint = 100
const basisPoints = 10_000n
/** For the user's signature, and one of a maker. */
const signatureFees = 10_000n
/** The most that is paid to be included soon. */
const maxPriorityFee = 500_000n
const tokenAccountSize = 165
/** The network's limit. */
const maxTransactionLength = 1_232

const units = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const mint = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))

/** Kept as it is, with all other fields: the transaction is requested with it. */
const quoteAnswer = v.looseObject({
  inputMint: mint,
  inAmount: units,
  outputMint: mint,
  outAmount: units,
  otherAmountThreshold: units,
  swapMode: v.literal('ExactIn'),
  slippageBps: v.number(),
  platformFee: v.nullish(v.looseObject({ feeBps: v.literal(0) })),
  routePlan: v.pipe(
    v.array(
      v.looseObject({
        swapInfo: v.looseObject({
          label: v.optional(v.pipe(v.string(), v.maxLength(100))),
          feeAmount: v.optional(units),
          feeMint: v.optional(mint),
        }),
      }),
    ),
    v.minLength(1),
  ),
})

const swapAnswer = v.object({
  swapTransaction: v.pipe(v.string(), v.base64(), v.maxLength(4_000)),
  lastValidBlockHeight: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

const rejection = v.object({ errorCode: v.string() })

/** Swaps on Solana by Jupiter (https://dev.jup.ag/docs/swap-api), or a server with the same API. */
export function createJupiter(
  parts: AggregatorParts & {
    readonly nodes: Nodes
    readonly chains?: readonly NetworkId[] | undefined
  },
): SolanaExchange {
  const { nodes, key, chains = [solanaMainnet] } = parts
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }

  async function requestQuote(
    request: SolanaQuoteRequest,
    slippageBps: number,
    signal: AbortSignal | undefined,
  ) {
    const { from = wrappedMint, to = wrappedMint, amount } = request
    const answer = await requestAggregator(
      parts,
      {
        path: '/quote',
        query: {
          ...{ inputMint: from, outputMint: to, amount: amount.toString() },
          ...{ slippageBps: String(slippageBps), swapMode: 'ExactIn' },
        },
        headers,
        schema: quoteAnswer,
        explain,
      },
      signal,
    )
    const amountOut = BigInt(answer.outAmount)
    const minimumReturn = BigInt(answer.otherAmountThreshold)
    assertAnswer(answer.inputMint === from, 'The quote sells another token.')
    assertAnswer(answer.outputMint === to, 'The quote buys another token.')
    assertAnswer(BigInt(answer.inAmount) === amount, 'The quote sells another amount.')
    assertAnswer(answer.slippageBps === slippageBps, 'The quote has another slippage.')
    assertAnswer(amountOut > 0n, 'The quote is zero.')
    const lowest = minReturn(amountOut, slippageBps)
    assertAnswer(minimumReturn >= lowest, 'The minimum return is too low.')
    return { answer, amountOut, minimumReturn }
  }

  /** A quote that keeps the shown minimum. */
  async function quoteAtMinimum(request: SolanaSwapRequest, signal: AbortSignal | undefined) {
    const { minimumReturn: shown = 0n } = request
    const quote = await requestQuote(request, toBasisPoints(request.slippage), signal)
    if (quote.minimumReturn >= shown) return quote
    if (quote.amountOut > shown) {
      const slippageBps = Number(((quote.amountOut - shown) * basisPoints) / quote.amountOut)
      const stricter = await requestQuote(request, slippageBps, signal)
      if (stricter.minimumReturn >= shown) return stricter
    }
    throw new ExchangeError('price-changed', 'The exchange pays less than the minimum.')
  }

  /** What opens the user's account for the bought token, if there is none. */
  async function readDeposit(
    { chain, to, user }: SolanaQuoteRequest,
    signal: AbortSignal | undefined,
  ): Promise<bigint> {
    if (to === undefined || user === undefined) return 0n
    const call = (method: string, params: readonly unknown[]) =>
      nodes.call(chain, method, params, signal)
    const owned = await call('getTokenAccountsByOwner', [
      user,
      { mint: to },
      { encoding: 'base64' },
    ])
    if ((owned as { readonly value: readonly unknown[] }).value.length > 0) return 0n
    return BigInt(String(await call('getMinimumBalanceForRentExemption', [tokenAccountSize])))
  }

  return {
    source: 'jupiter',
    serves: (chain) => chains.includes(chain),

    async quote(request, signal) {
      const [{ answer, amountOut, minimumReturn }, deposit] = await Promise.all([
        requestQuote(request, toBasisPoints(request.slippage), signal),
        readDeposit(request, signal),
      ])
      return {
        amountOut,
        minimumReturn,
        fee: feeOf(answer),
        route: uniqueNames(answer.routePlan.flatMap(({ swapInfo }) => swapInfo.label || [])),
        networkFee: signatureFees + maxPriorityFee + deposit,
      }
    },

    async build(request, signal) {
      const { answer, amountOut, minimumReturn } = await quoteAtMinimum(request, signal)
      const { swapTransaction, lastValidBlockHeight } = await requestAggregator(
        parts,
        {
          path: '/swap',
          query: {},
          body: {
            userPublicKey: request.user,
            quoteResponse: answer,
            wrapAndUnwrapSol: true,
            dynamicComputeUnitLimit: true,
            prioritizationFeeLamports: {
              priorityLevelWithMaxLamports: {
                priorityLevel: 'high',
                maxLamports: Number(maxPriorityFee),
              },
            },
          },
          headers,
          schema: swapAnswer,
          explain,
        },
        signal,
      )
      const transaction = new Uint8Array(getBase64Encoder().encode(swapTransaction))
      assertAnswer(paysFees(transaction, request.user), 'The transaction is of another account.')
      return { transaction, amountOut, minimumReturn, lastBlock: BigInt(lastValidBlockHeight) }
    },
  }
}

/** Rounded down: the API takes whole basis points. */
function toBasisPoints(slippage: number): number {
  return Math.floor(slippage / millionthsPerBasisPoint)
}

/** What the program enforces for a slippage. */
function minReturn(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (basisPoints - BigInt(slippageBps))) / basisPoints
}

/** Undefined unless all fees on the way are taken from the input token. */
function feeOf({ inputMint, routePlan }: v.InferOutput<typeof quoteAnswer>): bigint | undefined {
  let fee = 0n
  for (const { swapInfo } of routePlan) {
    if (swapInfo.feeAmount === undefined || swapInfo.feeMint !== inputMint) return undefined
    fee += BigInt(swapInfo.feeAmount)
  }
  return fee
}

/** Whether the transaction can be sent, and the user pays its fee. Widgets check the rest. */
function paysFees(transaction: Uint8Array, user: string): boolean {
  if (transaction.length > maxTransactionLength) return false
  try {
    const [payer] = Object.keys(getTransactionDecoder().decode(transaction).signatures)
    return payer === user
  } catch {
    return false
  }
}

/** Codes of rejected requests, as the API documents them. */
function explain(body: unknown): ExchangeErrorCode | undefined {
  const { success, output } = v.safeParse(rejection, body)
  if (!success) return undefined
  const isUnroutable = /ROUTE|NOT_TRADABLE|NOT_SUPPORTED|LIQUIDITY/.test(output.errorCode)
  return isUnroutable ? 'no-route' : undefined
}
