import { namespaceOf } from '@latchkey/wire/caip'
import { getGasPrice } from '@latchkey/wire/http/convert'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import type { ConvertParts } from './ConvertParts.js'

export function gasPriceRoute({ nodes, gasPrices }: ConvertParts): Route {
  return route(getGasPrice, async ({ chainId }, { signal }) => {
    nodes.settings(chainId)
    if (namespaceOf(chainId) !== 'eip155') {
      throw new ApiError(400, 'chainId', 'Network not supported for Gas Price')
    }
    const { standard, fast, instant } = await gasPrices.read(chainId, signal)
    return {
      standard: standard.toString(),
      fast: fast.toString(),
      instant: instant.toString(),
    }
  })
}
