import { referenceOf } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { type Address, decodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { evmNativeAddress } from '../../tokens/Token.js'
import type { Conversion, ExchangeErrorCode, ExchangeQuote, QuoteRequest } from '../Exchange.js'
import { ExchangeError } from '../Exchange.js'
import type { AggregatorDriver, AggregatorSwap } from './createAggregator.js'
import {
  address,
  amount,
  callData,
  decodeCall,
  exchangeName,
  feeInInput,
  uniqueNames,
} from './fields.js'
import { type AggregatorParts, assertAnswer, requestAggregator } from './requestAggregator.js'

const shared = {
  liquidityAvailable: v.literal(true),
  sellToken: address,
  buyToken: address,
  sellAmount: amount,
  buyAmount: amount,
  minBuyAmount: amount,
  allowanceTarget: v.nullable(address),
  fees: v.object({ zeroExFee: v.nullable(v.object({ amount, token: address })) }),
  route: v.object({ fills: v.array(v.object({ source: exchangeName })) }),
}
const noLiquidity = v.object({ liquidityAvailable: v.literal(false) })

const priceAnswer = v.variant('liquidityAvailable', [
  v.object({ ...shared, gas: v.nullable(amount) }),
  noLiquidity,
])

const quoteAnswer = v.variant('liquidityAvailable', [
  v.object({
    ...shared,
    transaction: v.object({
      to: address,
      data: callData,
      value: amount,
      gas: v.nullable(amount),
    }),
  }),
  noLiquidity,
])

const rejection = v.object({ name: v.string() })

const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
])
const settlerAbi = parseAbi([
  'struct AllowedSlippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(AllowedSlippage slippage, bytes[] actions, bytes32 zid) payable',
])

/** The 0x Swap API, version 2, with allowances for AllowanceHolder. */
export function createZeroExDriver(parts: AggregatorParts): AggregatorDriver {
  const headers = { '0x-api-key': parts.key ?? '', '0x-version': 'v2' }

  async function request<const schema extends typeof priceAnswer | typeof quoteAnswer>(
    name: 'price' | 'quote',
    conversion: QuoteRequest,
    contract: Address,
    schema: schema,
    signal?: AbortSignal,
  ): Promise<Extract<v.InferOutput<schema>, { liquidityAvailable: true }>> {
    const answer = await requestAggregator(
      parts,
      {
        path: `/swap/allowance-holder/${name}`,
        query: {
          chainId: referenceOf(conversion.from.chain),
          sellToken: addressOf(conversion.from),
          buyToken: addressOf(conversion.to),
          sellAmount: conversion.amount.toString(),
          taker: conversion.user,
          slippagePpm: String(conversion.slippage),
          gasPrice: conversion.gasPrice?.toString(),
        },
        headers,
        schema,
        explain,
      },
      signal,
    )
    if (!answer.liquidityAvailable) throw new ExchangeError('no-route', 'There is no liquidity.')
    assertFits(answer, conversion, contract)
    return answer as Extract<v.InferOutput<schema>, { liquidityAvailable: true }>
  }

  return {
    source: '0x',

    async quote(conversion, contract, signal) {
      const answer = await request('price', conversion, contract, priceAnswer, signal)
      return {
        amountOut: answer.buyAmount,
        fee: feeOf(answer),
        route: uniqueNames(answer.route.fills.map(({ source }) => source)),
        gas: answer.gas ?? undefined,
      }
    },

    async build(conversion, contract, signal) {
      const answer = await request('quote', conversion, contract, quoteAnswer, signal)
      const { gas, ...transaction } = answer.transaction
      const swap = {
        from: conversion.user,
        ...transaction,
        ...decodeSwap(transaction.data, conversion),
        amountOut: answer.buyAmount,
        gas: gas ?? undefined,
      }
      assertAnswer(
        swap.minimumReturn === answer.minBuyAmount,
        'The call and the answer have different minimums.',
      )
      return swap
    },
  }
}

function addressOf({ address }: Conversion['from']): Address {
  return getAddress(address ?? evmNativeAddress)
}

type Answer = {
  readonly [name in keyof typeof shared]: v.InferOutput<(typeof shared)[name]>
}

function assertFits(answer: Answer, { from, to, amount }: Conversion, contract: Address): void {
  assertAnswer(answer.sellToken === addressOf(from), 'The answer sells another token.')
  assertAnswer(answer.buyToken === addressOf(to), 'The answer buys another token.')
  assertAnswer(answer.sellAmount === amount, 'The answer sells another amount.')
  // The native coin needs no allowance.
  const target =
    from.address === undefined ? (answer.allowanceTarget ?? contract) : answer.allowanceTarget
  assertAnswer(target === contract, 'The answer names another spender.')
}

function feeOf({ fees, ...answer }: Answer): ExchangeQuote['fee'] {
  if (!fees.zeroExFee) return 0n
  return feeInInput(fees.zeroExFee, {
    input: answer.sellToken,
    output: answer.buyToken,
    amountIn: answer.sellAmount,
    amountOut: answer.buyAmount,
  })
}

function decodeSwap(
  data: Hex,
  { from, to }: Conversion,
): Pick<AggregatorSwap, 'recipient' | 'amountIn' | 'minimumReturn'> {
  const { args: held } = decodeCall(() => decodeFunctionData({ abi: holderAbi, data }))
  const [operator, sold, amountIn, target, inner] = held
  const { args } = decodeCall(() => decodeFunctionData({ abi: settlerAbi, data: inner }))
  const [{ recipient, buyToken, minAmountOut }] = args
  assertAnswer(operator === target, 'The operator is not the called contract.')
  assertAnswer(buyToken === addressOf(to), 'The call buys another token.')
  if (from.address === undefined) {
    return { recipient, amountIn: undefined, minimumReturn: minAmountOut }
  }
  assertAnswer(sold === from.address, 'The call sells another token.')
  return { recipient, amountIn, minimumReturn: minAmountOut }
}

function explain(body: unknown): ExchangeErrorCode | undefined {
  const result = v.safeParse(rejection, body)
  switch (result.success && result.output.name) {
    case 'TOKEN_NOT_SUPPORTED':
    case 'BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE':
    case 'SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE':
      return 'no-route'
    case 'SWAP_VALIDATION_FAILED':
      return 'price-changed'
    case 'USER_NOT_AUTHORIZED':
      return 'unauthorized'
    default:
      return undefined
  }
}
