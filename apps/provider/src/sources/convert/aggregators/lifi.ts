import { referenceOf } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { type Address, decodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import {
  type Conversion,
  ExchangeError,
  type ExchangeErrorCode,
  type QuoteRequest,
} from '../Exchange.js'
import type { AggregatorDriver, AggregatorSwap } from './createAggregator.js'
import {
  address,
  amount,
  callData,
  decodeCall,
  exchangeName,
  feeInInput,
  hexAmount,
  uniqueNames,
} from './fields.js'
import { type AggregatorParts, assertAnswer, requestAggregator } from './requestAggregator.js'

const token = v.object({ address, chainId: v.number() })
const tool = v.object({ name: exchangeName })

const stepAnswer = v.object({
  toolDetails: tool,
  action: v.object({
    fromChainId: v.number(),
    toChainId: v.number(),
    fromToken: token,
    toToken: token,
    fromAmount: amount,
    fromAddress: address,
    toAddress: address,
  }),
  estimate: v.object({
    fromAmount: amount,
    toAmount: amount,
    toAmountMin: amount,
    approvalAddress: address,
    feeCosts: v.optional(
      v.array(v.object({ amount, included: v.boolean(), token: v.object({ address }) })),
      [],
    ),
    gasCosts: v.optional(v.array(v.object({ estimate: amount })), []),
  }),
  includedSteps: v.optional(v.array(v.object({ type: v.string(), toolDetails: tool })), []),
  transactionRequest: v.object({
    from: address,
    to: address,
    chainId: v.number(),
    data: callData,
    value: hexAmount,
    gasLimit: v.optional(hexAmount),
  }),
})

const rejection = v.object({ code: v.number() })

/** Same-chain swaps: GenericSwapFacetV3 and the general call before it. */
const diamondAbi = parseAbi([
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData)',
  'function swapTokensSingleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData)',
  'function swapTokensSingleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData) payable',
  'function swapTokensMultipleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData[] swapData)',
  'function swapTokensMultipleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData[] swapData)',
  'function swapTokensMultipleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData[] swapData) payable',
  'function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, SwapData[] swapData) payable',
])

/** Codes in the body: https://docs.li.fi/api-reference/error-codes */
const codes: Readonly<Record<number, ExchangeErrorCode>> = {
  1001: 'no-answer',
  1002: 'no-route',
  1003: 'no-route',
  1004: 'no-route',
  1005: 'rate-limited',
  1006: 'no-answer',
  1007: 'price-changed',
  1008: 'no-answer',
  1009: 'no-answer',
  1010: 'unauthorized',
  1012: 'no-answer',
}

/** LI.FI's API, for swaps within one chain. */
export function createLifiDriver(
  parts: AggregatorParts & { readonly integrator: string },
): AggregatorDriver {
  const headers = parts.key === undefined ? {} : { 'x-lifi-api-key': parts.key }

  async function request(conversion: QuoteRequest, contract: Address, signal?: AbortSignal) {
    const { from, to, amount, slippage, user } = conversion
    if (!user) throw new ExchangeError('no-route', 'LI.FI quotes only for an account.')
    const chain = referenceOf(from.chain)
    const step = await requestAggregator(
      parts,
      {
        path: '/v1/quote',
        query: {
          fromChain: chain,
          toChain: chain,
          fromToken: addressOf(from),
          toToken: addressOf(to),
          fromAmount: amount.toString(),
          fromAddress: user,
          toAddress: user,
          slippage: String(slippage / 1_000_000),
          integrator: parts.integrator,
          // The provider's own node simulates the transaction.
          skipSimulation: 'true',
        },
        headers,
        schema: stepAnswer,
        explain,
      },
      signal,
    )
    assertFits(step, conversion, contract)
    return step
  }

  return {
    source: 'lifi',

    async quote(conversion, contract, signal) {
      const { estimate, toolDetails, includedSteps } = await request(conversion, contract, signal)
      const swaps = includedSteps.filter(({ type }) => type === 'swap')
      const tools = swaps.length === 0 ? [toolDetails] : swaps.map((step) => step.toolDetails)
      return {
        amountOut: estimate.toAmount,
        fee: feeOf(estimate, conversion),
        route: uniqueNames(tools.map(({ name }) => name)),
        gas: estimate.gasCosts.reduce((sum, { estimate }) => sum + estimate, 0n) || undefined,
      }
    },

    async build(conversion, contract, signal) {
      const { estimate, transactionRequest } = await request(conversion, contract, signal)
      const { chainId: _, gasLimit, ...transaction } = transactionRequest
      const swap = {
        ...transaction,
        ...decodeSwap(transaction.data, conversion),
        amountOut: estimate.toAmount,
        gas: gasLimit,
      }
      assertAnswer(
        swap.minimumReturn === estimate.toAmountMin,
        'The call and the answer have different minimums.',
      )
      return swap
    },
  }
}

type Step = v.InferOutput<typeof stepAnswer>

function assertFits(step: Step, conversion: QuoteRequest, contract: Address): void {
  const { from, to, amount, user } = conversion
  const { action, estimate, transactionRequest } = step
  const chain = Number(referenceOf(from.chain))
  const chains = [
    action.fromChainId,
    action.toChainId,
    action.fromToken.chainId,
    action.toToken.chainId,
    transactionRequest.chainId,
  ]
  assertAnswer(
    chains.every((id) => id === chain),
    'The answer is for another chain.',
  )
  assertAnswer(action.fromToken.address === addressOf(from), 'The answer sells another token.')
  assertAnswer(action.toToken.address === addressOf(to), 'The answer buys another token.')
  assertAnswer(action.fromAmount === amount, 'The answer sells another amount.')
  assertAnswer(estimate.fromAmount === amount, 'The estimate sells another amount.')
  assertAnswer(action.fromAddress === user, 'The answer is for another account.')
  assertAnswer(action.toAddress === user, 'The answer pays another account.')
  assertAnswer(transactionRequest.to === contract, 'The transaction calls another contract.')
  if (from.address !== undefined) {
    assertAnswer(estimate.approvalAddress === contract, 'The answer names another spender.')
  }
}

/** The fees that `toAmount` already contains; undefined if one is in a third token. */
function feeOf({ feeCosts, ...estimate }: Step['estimate'], { from, to }: Conversion) {
  const trade = {
    input: addressOf(from),
    output: addressOf(to),
    amountIn: estimate.fromAmount,
    amountOut: estimate.toAmount,
  }
  return feeCosts
    .filter(({ included }) => included)
    .map(({ amount, token }) => feeInInput({ amount, token: token.address }, trade))
    .reduce(
      (sum, fee) => (sum === undefined || fee === undefined ? undefined : sum + fee),
      0n as bigint | undefined,
    )
}

function decodeSwap(
  data: Hex,
  { from, to }: Conversion,
): Pick<AggregatorSwap, 'recipient' | 'amountIn' | 'minimumReturn'> {
  const { args } = decodeCall(() => decodeFunctionData({ abi: diamondAbi, data }))
  const [, , , recipient, minimumReturn, swaps] = args
  const steps = Array.isArray(swaps) ? swaps : [swaps]
  const [first, last] = [steps[0], steps.at(-1)]
  assertAnswer(first?.sendingAssetId === addressOf(from), 'The call sells another token.')
  assertAnswer(last?.receivingAssetId === addressOf(to), 'The call buys another token.')
  return { recipient, amountIn: first.fromAmount, minimumReturn }
}

/** LI.FI's address of the native coin is zero. */
function addressOf({ address }: Conversion['from']): Address {
  return address ?? zeroAddress
}

function explain(body: unknown, status: number): ExchangeErrorCode | undefined {
  const result = v.safeParse(rejection, body)
  const code = result.success ? codes[result.output.code] : undefined
  return code ?? (status === 404 ? 'no-route' : undefined)
}
