import { referenceOf } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { type Address, decodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { evmNativeAddress } from '../../tokens/Token.js'
import type { Conversion, ExchangeErrorCode } from '../Exchange.js'
import type { AggregatorDriver, AggregatorSwap } from './createAggregator.js'
import { address, amount, callData, decodeCall, exchangeName, uniqueNames } from './fields.js'
import { type AggregatorParts, assertAnswer, requestAggregator } from './requestAggregator.js'

const gas = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000))
const token = v.object({ address })
const protocols = v.array(v.array(v.array(v.object({ name: exchangeName }))))

const quoteAnswer = v.object({
  srcToken: token,
  dstToken: token,
  dstAmount: amount,
  protocols: v.optional(protocols, []),
  gas: v.optional(gas),
})

const swapAnswer = v.object({
  srcToken: token,
  dstToken: token,
  dstAmount: amount,
  tx: v.object({ from: address, to: address, data: callData, value: amount, gas }),
})

const rejection = v.object({ description: v.string() })

/** The general call. The shorter `unoswap` calls name pools, not the bought token, so they cannot be checked. */
const routerAbi = parseAbi([
  'struct SwapDescription { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, SwapDescription desc, bytes data) payable',
])

/** The 1inch Swap API, version 6. */
export function createOneInchDriver(
  parts: AggregatorParts & { readonly version: '6.0' | '6.1' },
): AggregatorDriver {
  const headers = { authorization: `Bearer ${parts.key}` }

  async function request<const schema extends v.GenericSchema>(
    name: 'quote' | 'swap',
    conversion: Conversion,
    query: Readonly<Record<string, string | undefined>>,
    schema: schema,
    signal?: AbortSignal,
  ): Promise<v.InferOutput<schema>> {
    const { from, to, amount } = conversion
    return requestAggregator(
      parts,
      {
        path: `/swap/v${parts.version}/${referenceOf(from.chain)}/${name}`,
        query: {
          src: from.address ?? evmNativeAddress,
          dst: to.address ?? evmNativeAddress,
          amount: amount.toString(),
          includeTokensInfo: 'true',
          ...query,
        },
        headers,
        schema,
        explain,
      },
      signal,
    )
  }

  return {
    source: '1inch',

    async quote(conversion, _, signal) {
      const query = {
        includeProtocols: 'true',
        includeGas: 'true',
        gasPrice: conversion.gasPrice?.toString(),
      }
      const answer = await request('quote', conversion, query, quoteAnswer, signal)
      assertTokens(answer, conversion)
      return {
        amountOut: answer.dstAmount,
        route: uniqueNames(answer.protocols.flat(2).map(({ name }) => name)),
        gas: answer.gas === undefined ? undefined : BigInt(answer.gas),
      }
    },

    async build(conversion, _, signal) {
      const { user, slippage, gasPrice } = conversion
      const query = {
        from: user,
        origin: user,
        slippage: String(slippage / 10_000),
        gasPrice: gasPrice?.toString(),
        // The provider's own node simulates the transaction.
        disableEstimate: 'true',
        // Asks for the general call.
        compatibility: parts.version === '6.0' ? undefined : 'true',
      }
      const answer = await request('swap', conversion, query, swapAnswer, signal)
      assertTokens(answer, conversion)
      const { gas, ...tx } = answer.tx
      return {
        ...tx,
        ...decodeSwap(tx.data, conversion),
        amountOut: answer.dstAmount,
        // Zero without a simulation.
        gas: gas === 0 ? undefined : BigInt(gas),
      }
    },
  }
}

function assertTokens(
  answer: { readonly srcToken: { address: Address }; readonly dstToken: { address: Address } },
  { from, to }: Conversion,
): void {
  assertAnswer(answer.srcToken.address === addressOf(from), 'The answer sells another token.')
  assertAnswer(answer.dstToken.address === addressOf(to), 'The answer buys another token.')
}

function addressOf({ address }: Conversion['from']): Address {
  return getAddress(address ?? evmNativeAddress)
}

function decodeSwap(
  data: Hex,
  { from, to }: Conversion,
): Pick<AggregatorSwap, 'recipient' | 'amountIn' | 'minimumReturn'> {
  const { args } = decodeCall(() => decodeFunctionData({ abi: routerAbi, data }))
  const [, description] = args
  assertAnswer(description.srcToken === addressOf(from), 'The call sells another token.')
  assertAnswer(description.dstToken === addressOf(to), 'The call buys another token.')
  // Flags allow partial fills and other sources of the tokens.
  assertAnswer(description.flags === 0n, 'The call has flags.')
  return {
    recipient: description.dstReceiver,
    amountIn: description.amount,
    minimumReturn: description.minReturnAmount,
  }
}

function explain(body: unknown): ExchangeErrorCode | undefined {
  const result = v.safeParse(rejection, body)
  if (!result.success) return undefined
  const { description } = result.output
  if (/insufficient liquidity|cannot sync|not valid token/i.test(description)) return 'no-route'
  return /return amount is not enough|min return/i.test(description) ? 'price-changed' : undefined
}
