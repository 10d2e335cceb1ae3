import type { NetworkId } from '@latchkey/wire/caip'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  maxUint256,
  parseAbi,
} from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import type { TokenOnChain } from './tokens.js'

/** A conversion on one chain. A token without an address is the native coin. */
export type Conversion = {
  readonly from: TokenOnChain
  readonly to: TokenOnChain
  readonly amount: bigint
}

/** The best path through the exchange at the moment. */
export type BestPath = {
  readonly path: readonly Address[]
  readonly amountOut: bigint
  /** The fees of all pools on the path, in units of the input token. */
  readonly fee: bigint
}

export type Swap = {
  readonly router: Address
  readonly data: Hex
  /** Native coins to send with the call. */
  readonly value: bigint
}

/** The Uniswap-V2-style exchanges of the configured chains. */
export type Exchange = {
  /** The contract a token must be approved for. */
  router(chain: NetworkId): Address
  bestPath(conversion: Conversion, signal?: AbortSignal): Promise<BestPath>
  allowance(token: TokenOnChain, owner: Address, signal?: AbortSignal): Promise<bigint>
  swap(conversion: Conversion, best: BestPath, terms: SwapTerms): Swap
}

type SwapTerms = {
  readonly recipient: Address
  readonly minimumReturn: bigint
  /** Seconds since 1970, after which the chain rejects the swap. */
  readonly deadline: bigint
}

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

const defaultPoolFee = 30
const basisPointsPerUnit = 10_000n

export function createExchange(nodes: Nodes): Exchange {
  function settings(chain: NetworkId) {
    const { exchange } = nodes.settings(chain)
    if (!exchange) throw new ApiError(400, 'chainId', 'Network not supported for Swaps')
    return {
      router: getAddress(exchange.router),
      wrappedNative: getAddress(exchange.wrappedNative),
      feeBasisPoints: BigInt(exchange.feeBasisPoints ?? defaultPoolFee),
    }
  }

  /** Undefined if the call reverts or the address has no contract. */
  async function read(
    chain: NetworkId,
    to: Address,
    data: Hex,
    signal?: AbortSignal,
  ): Promise<Hex | undefined> {
    try {
      const answer = await nodes.call(chain, 'eth_call', [{ to, data }, 'latest'], signal)
      return typeof answer === 'string' && answer !== '0x' ? (answer as Hex) : undefined
    } catch (error) {
      if (error instanceof NodeRpcError) return undefined
      throw error
    }
  }

  async function amountOut(
    { from, amount }: Conversion,
    path: readonly Address[],
    signal?: AbortSignal,
  ): Promise<bigint> {
    const { router } = settings(from.chain)
    const call = { abi: routerAbi, functionName: 'getAmountsOut' } as const
    const data = encodeFunctionData({ ...call, args: [amount, path] })
    const answer = await read(from.chain, router, data, signal)
    return answer === undefined
      ? 0n
      : (decodeFunctionResult({ ...call, data: answer }).at(-1) ?? 0n)
  }

  return {
    router: (chain) => settings(chain).router,

    async bestPath(conversion, signal) {
      const { from, to, amount } = conversion
      if (from.chain !== to.chain) {
        throw new ApiError(400, 'to', 'Both tokens must be on the same chain.')
      }
      const { wrappedNative, feeBasisPoints } = settings(from.chain)
      const [start, end] = [from.address ?? wrappedNative, to.address ?? wrappedNative]
      if (isAddressEqual(start, end)) {
        throw new ApiError(400, 'to', 'Both tokens are the same.')
      }
      if (amount === 0n || amount > maxUint256) {
        throw new ApiError(400, 'amount', 'The amount must be above zero and fit the token.')
      }
      const paths = [[start, end]]
      if (![start, end].includes(wrappedNative)) paths.push([start, wrappedNative, end])
      const candidates = await Promise.all(
        paths.map(async (path) => ({
          path,
          amountOut: await amountOut(conversion, path, signal),
        })),
      )
      const best = candidates.reduce((a, b) => (b.amountOut > a.amountOut ? b : a))
      if (best.amountOut > 0n) {
        return { ...best, fee: feeOf(amount, feeBasisPoints, best.path.length - 1) }
      }
      throw new ApiError(400, 'amount', 'There is insufficient liquidity for this conversion.')
    },

    async allowance(token, owner, signal) {
      const { router } = settings(token.chain)
      // The native coin needs no approval.
      if (token.address === undefined) return maxUint256
      const call = { abi: erc20Abi, functionName: 'allowance' } as const
      const data = encodeFunctionData({ ...call, args: [owner, router] })
      const answer = await read(token.chain, token.address, data, signal)
      if (answer === undefined) throw new ApiError(400, 'tokenAddress', 'This is not a token.')
      return decodeFunctionResult({ ...call, data: answer })
    },

    swap({ from, to, amount }, { path }, { recipient, minimumReturn, deadline }) {
      const { router } = settings(from.chain)
      const rest = [minimumReturn, path, recipient, deadline] as const
      if (from.address === undefined) {
        const functionName = 'swapExactETHForTokens'
        const data = encodeFunctionData({ abi: routerAbi, functionName, args: rest })
        return { router, data, value: amount }
      }
      const functionName =
        to.address === undefined ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
      const data = encodeFunctionData({ abi: routerAbi, functionName, args: [amount, ...rest] })
      return { router, data, value: 0n }
    },
  }
}

/** Each pool takes its fee from what the previous one left, rounded up. */
function feeOf(amount: bigint, basisPoints: bigint, pools: number): bigint {
  const left = (basisPointsPerUnit - basisPoints) ** BigInt(pools)
  return amount - (amount * left) / basisPointsPerUnit ** BigInt(pools)
}
