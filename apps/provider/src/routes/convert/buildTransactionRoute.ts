import { type NetworkId, toAccountId } from '@latchkey/wire/caip'
import { buildConvertTransaction } from '@latchkey/wire/http/convert'
import { type Address, toHex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { NodeRpcError } from '../../nodes/Nodes.js'
import type { Swap, SwapRequest } from '../../sources/convert/Exchange.js'
import { parseSlippage } from '../../sources/convert/minimumReturn.js'
import { parseEvmAccount, parseToken } from '../../sources/convert/tokens.js'
import { type ConvertParts, quoteLifetimeMs } from './ConvertParts.js'
import { buildOnSolana, isOnSolana } from './onSolana.js'

/** For callers that disable estimation, if the exchange gives no bound. */
const defaultGas = 500_000n

/** A swap without a provider fee: the whole result goes to the user. */
export function buildTransactionRoute(parts: ConvertParts): Route {
  const { exchanges, gasPrices, clock } = parts
  return route(buildConvertTransaction, async (input, { signal }) => {
    if (isOnSolana(input)) return buildOnSolana(parts, input, signal)
    if (!input.eip155) throw new ApiError(400, 'eip155.slippage', 'The slippage is missing.')
    const user = parseEvmAccount(input.userAddress, 'userAddress')
    const request: SwapRequest = {
      from: parseToken(input.from, 'from'),
      to: parseToken(input.to, 'to'),
      amount: BigInt(input.amount),
      slippage: parseSlippage(input.eip155.slippage),
      user: user.address,
      minimumReturn: input.minimumReturn === undefined ? undefined : BigInt(input.minimumReturn),
    }
    if (user.chain !== request.from.chain) {
      throw new ApiError(400, 'userAddress', 'The account and the tokens are on different chains.')
    }
    const swap = await exchanges.build(request, { source: input.source, signal })
    const [gas, { standard }] = await Promise.all([
      input.disableEstimate ? (swap.gas ?? defaultGas) : estimateGas(parts, user, swap, signal),
      gasPrices.read(user.chain, signal),
    ])
    return {
      tx: {
        from: toAccountId(user.chain, user.address),
        to: toAccountId(user.chain, swap.to),
        data: swap.data,
        amount: swap.amountOut.toString(),
        eip155: { gas: gas.toString(), gasPrice: standard.toString() },
      },
      source: swap.source,
      minimumReturn: swap.minimumReturn.toString(),
      expiresAt: clock.now() + quoteLifetimeMs,
    }
  })
}

/** The node's estimate plus a tenth, because pools change before the swap is mined. */
async function estimateGas(
  { nodes }: ConvertParts,
  user: { readonly chain: NetworkId; readonly address: Address },
  { to, data, value }: Swap,
  signal: AbortSignal,
): Promise<bigint> {
  const call = { from: user.address, to, data, value: toHex(value) }
  try {
    const estimated = await nodes.call(user.chain, 'eth_estimateGas', [call], signal)
    return (BigInt(String(estimated)) * 11n + 9n) / 10n
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    throw new ApiError(
      400,
      'amount',
      'This swap would fail: the balance or the allowance is too small.',
      { cause: error },
    )
  }
}
