import { getConvertAllowance } from '@latchkey/wire/http/convert'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { parseEvmAccount, parseToken } from '../../sources/convert/tokens.js'
import type { ConvertParts } from './ConvertParts.js'

/** The exchange's allowance for a token. */
export function allowanceRoute({ exchange }: ConvertParts): Route {
  return route(getConvertAllowance, async ({ tokenAddress, userAddress }, { signal }) => {
    const token = parseToken(tokenAddress, 'tokenAddress')
    const owner = parseEvmAccount(userAddress, 'userAddress')
    if (owner.chain !== token.chain) {
      throw new ApiError(400, 'userAddress', 'The account and the token are on different chains.')
    }
    const allowance = await exchange.allowance(token, owner.address, signal)
    return { allowance: allowance.toString() }
  })
}
