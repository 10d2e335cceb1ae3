import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
} from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import { type Conversion, ExchangeError } from './Exchange.js'
import { ethCall } from './ethCall.js'
import { listPaths, poolFeeOf, readPoolSettings } from './uniswapV2Pools.js'

const routerAbi = parseAbi([
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[] amounts)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

/** How much the price may move until the payment is in a block: one percent. */
const slippageDivisor = 100n

/** A swap that pays somebody an exact amount. */
export type ExactPayment = {
  /** The exchange, which has to be approved for a token. */
  readonly router: Address
  readonly data: Hex
  readonly value: bigint
  /** The most that the swap takes; it returns the rest of a coin. */
  readonly amountInMax: bigint
  /** Contained in that amount. */
  readonly fee: bigint
}

/**
 * By the chain's own exchange, which enforces amount, recipient and deadline. Throws an ExchangeError if
 * no pool has enough.
 */
export async function buildExactPayment(
  nodes: Nodes,
  {
    from,
    to,
    amount,
    recipient,
    deadline,
  }: Conversion & {
    readonly recipient: Address
    /** In seconds since the epoch. */
    readonly deadline: number
  },
  signal: AbortSignal,
): Promise<ExactPayment> {
  const { chain } = from
  const settings = readPoolSettings(nodes, chain)
  const { router } = settings
  const offers = await Promise.all(
    listPaths({ from, to }, settings).map(async (path) => {
      const call = { abi: routerAbi, functionName: 'getAmountsIn' } as const
      const data = encodeFunctionData({ ...call, args: [amount, path] })
      const answer = await ethCall(nodes, chain, router, data, signal)
      const amountIn = answer && decodeFunctionResult({ ...call, data: answer })[0]
      return { path, amountIn: amountIn || maxUint256 }
    }),
  )
  const { path, amountIn } = offers.reduce((a, b) => (b.amountIn < a.amountIn ? b : a))
  if (amountIn === maxUint256) throw new ExchangeError('no-route', 'No pool has enough of both.')
  const amountInMax = amountIn + (amountIn + slippageDivisor - 1n) / slippageDivisor
  const rest = [path, recipient, BigInt(deadline)] as const
  const isFromCoin = from.address === undefined
  const data = isFromCoin
    ? encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapETHForExactTokens',
        args: [amount, ...rest],
      })
    : encodeFunctionData({
        abi: routerAbi,
        functionName:
          to.address === undefined ? 'swapTokensForExactETH' : 'swapTokensForExactTokens',
        args: [amount, amountInMax, ...rest],
      })
  const fee = poolFeeOf(amountInMax, path, settings)
  return { router, data, value: isFromCoin ? amountInMax : 0n, amountInMax, fee }
}
