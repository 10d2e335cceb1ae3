import { type NetworkId, toAccountId } from '@latchkey/wire/caip'
import { buildConvertTransaction } from '@latchkey/wire/http/convert'
import { type Address, toHex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { NodeRpcError } from '../../nodes/Nodes.js'
import type { BestPath, Conversion, Swap } from '../../sources/convert/createExchange.js'
import { minimumReturn } from '../../sources/convert/minimumReturn.js'
import { parseEvmAccount, parseToken } from '../../sources/convert/tokens.js'
import type { ConvertParts } from './ConvertParts.js'

/** How long a wallet has to send the transaction. */
const deadlineSeconds = 20 * 60
/** Upper bounds of the gas of a swap, for callers that disable estimation. */
const swapGas = 180_000n
const extraPoolGas = 110_000n

/** A swap without a provider fee: the whole result goes to the user. */
export function buildTransactionRoute(parts: ConvertParts): Route {
  const { exchange, gasPrices, clock } = parts
  return route(buildConvertTransaction, async (input, { signal }) => {
    const conversion: Conversion = {
      from: parseToken(input.from, 'from'),
      to: parseToken(input.to, 'to'),
      amount: BigInt(input.amount),
    }
    const user = parseEvmAccount(input.userAddress, 'userAddress')
    if (user.chain !== conversion.from.chain) {
      throw new ApiError(400, 'userAddress', 'The account and the tokens are on different chains.')
    }
    const best = await exchange.bestPath(conversion, signal)
    const swap = exchange.swap(conversion, best, {
      recipient: user.address,
      minimumReturn: minimumReturn(best.amountOut, input.eip155.slippage),
      deadline: BigInt(Math.floor(clock.now() / 1_000) + deadlineSeconds),
    })
    const [gas, { standard }] = await Promise.all([
      input.disableEstimate ? gasBound(best) : estimateGas(parts, user, swap, signal),
      gasPrices.read(user.chain, signal),
    ])
    return {
      tx: {
        from: toAccountId(user.chain, user.address),
        to: toAccountId(user.chain, swap.router),
        data: swap.data,
        amount: best.amountOut.toString(),
        eip155: { gas: gas.toString(), gasPrice: standard.toString() },
      },
    }
  })
}

function gasBound({ path }: BestPath): bigint {
  return swapGas + extraPoolGas * BigInt(path.length - 2)
}

/** The node's estimate plus a tenth, because pools change before the swap is mined. */
async function estimateGas(
  { nodes }: ConvertParts,
  user: { readonly chain: NetworkId; readonly address: Address },
  { router, data, value }: Swap,
  signal: AbortSignal,
): Promise<bigint> {
  const call = { from: user.address, to: router, data, value: toHex(value) }
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
