import { toAccountId } from '@latchkey/wire/caip'
import { buildApproveTransaction } from '@latchkey/wire/http/convert'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { parseEvmAccount, parseToken } from '../../sources/convert/tokens.js'
import type { ConvertParts } from './ConvertParts.js'

/**
 * An approval for the exchange: the given amount, or unlimited without one. Both `from` and `to` are
 * the token's contract, because callers differ in which one they send to.
 */
export function buildApproveRoute({ exchanges, gasPrices }: ConvertParts): Route {
  return route(buildApproveTransaction, async (input, { signal }) => {
    const { userAddress, from, to, amount } = input
    const token = parseToken(from, 'from')
    const other = parseToken(to, 'to')
    const owner = parseEvmAccount(userAddress, 'userAddress')
    if (token.chain !== other.chain) {
      throw new ApiError(400, 'to', 'Both tokens must be on the same chain.')
    }
    if (token.chain !== owner.chain) {
      throw new ApiError(400, 'userAddress', 'The account and the token are on different chains.')
    }
    if (token.address === undefined) {
      throw new ApiError(400, 'from', 'The native coin needs no approval.')
    }
    const limit = amount === undefined ? maxUint256 : BigInt(amount)
    if (limit > maxUint256) throw new ApiError(400, 'amount', 'The amount does not fit the token.')
    const { source, spender } = exchanges.select(token.chain, input.source)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, limit],
    })
    const { standard } = await gasPrices.read(token.chain, signal)
    const contract = toAccountId(token.chain, token.address)
    return {
      tx: {
        from: contract,
        to: contract,
        data,
        value: '0',
        eip155: { gasPrice: standard.toString() },
      },
      source,
    }
  })
}
