import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  isAddressEqual,
  parseAbi,
} from 'viem'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { type Conversion, type Exchange, ExchangeError } from './Exchange.js'
import { ethCall } from './ethCall.js'
import { minimumReturn } from './minimumReturn.js'
import { listPaths, poolFeeOf, readPoolSettings } from './uniswapV2Pools.js'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

/** How long a wallet has to send the transaction. */
const deadlineSeconds = 20 * 60
/** Upper bounds of the gas of a swap. */
const swapGas = 180_000n
const extraPoolGas = 110_000n

/** The Uniswap-V2-style exchanges in the chains' settings. */
export function createUniswapV2Exchange(parts: {
  readonly nodes: Nodes
  readonly clock: { now(): number }
}): Exchange {
  const { nodes, clock } = parts

  const settings = (chain: NetworkId) => readPoolSettings(nodes, chain)

  async function amountOut(
    { from, amount }: Conversion,
    path: readonly Address[],
    signal?: AbortSignal,
  ): Promise<bigint> {
    const { router } = settings(from.chain)
    const call = { abi: routerAbi, functionName: 'getAmountsOut' } as const
    const data = encodeFunctionData({ ...call, args: [amount, path] })
    const answer = await ethCall(nodes, from.chain, router, data, signal)
    return answer === undefined
      ? 0n
      : (decodeFunctionResult({ ...call, data: answer }).at(-1) ?? 0n)
  }

  async function bestPath(conversion: Conversion, signal?: AbortSignal) {
    const paths = listPaths(conversion, settings(conversion.from.chain))
    const candidates = await Promise.all(
      paths.map(async (path) => ({ path, amountOut: await amountOut(conversion, path, signal) })),
    )
    const best = candidates.reduce((a, b) => (b.amountOut > a.amountOut ? b : a))
    if (best.amountOut === 0n) throw new ExchangeError('no-route', 'No pool has enough of both.')
    return { ...best, gas: swapGas + extraPoolGas * BigInt(best.path.length - 2) }
  }

  return {
    source: 'uniswapV2',

    spender(chain) {
      const { exchange } = nodes.settings(chain)
      const isEvm = namespaceOf(chain) === 'eip155'
      return isEvm && exchange ? getAddress(exchange.router) : undefined
    },

    async quote(request, signal) {
      const { path, ...best } = await bestPath(request, signal)
      return {
        ...best,
        fee: poolFeeOf(request.amount, path, settings(request.from.chain)),
        route: poolNames(nodes.settings(request.from.chain), path),
      }
    },

    async build(request, signal) {
      const { from, to, amount, slippage, user, minimumReturn: shown = 0n } = request
      const best = await bestPath(request, signal)
      if (best.amountOut < shown) {
        throw new ExchangeError('price-changed', 'The pools pay less than the minimum.')
      }
      const lowest = minimumReturn(best.amountOut, slippage)
      const minimum = lowest > shown ? lowest : shown
      const deadline = BigInt(Math.floor(clock.now() / 1_000) + deadlineSeconds)
      const rest = [minimum, best.path, user, deadline] as const
      const data =
        from.address === undefined
          ? encodeFunctionData({
              abi: routerAbi,
              functionName: 'swapExactETHForTokens',
              args: rest,
            })
          : encodeFunctionData({
              abi: routerAbi,
              functionName:
                to.address === undefined ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
              args: [amount, ...rest],
            })
      return {
        to: settings(from.chain).router,
        data,
        value: from.address === undefined ? amount : 0n,
        amountOut: best.amountOut,
        minimumReturn: minimum,
        gas: best.gas,
      }
    },
  }
}

/** Such as `USDC/WETH`; a token without a known symbol by the start of its address. */
function poolNames({ tokens }: ChainSettings, path: readonly Address[]): string[] {
  const symbols = path.map(
    (address) =>
      tokens.find((token) => isAddressEqual(token.address as Address, address))?.symbol ??
      address.slice(0, 8),
  )
  return symbols.slice(1).map((symbol, index) => `${symbols[index]}/${symbol}`)
}
