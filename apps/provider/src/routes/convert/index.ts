import { namespaceOf, parseAccountId, toAccountId } from '@latchkey/wire/caip'
import { getConvertAllowance, getConvertTokens, getGasPrice } from '@latchkey/wire/http/convert'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { parseEvmAccount, parseToken } from '../../sources/convert/tokens.js'
import { evmNativeAddress, solanaNativeAddress, tokenIcon } from '../../sources/tokens/Token.js'
import { buildApproveRoute } from './buildApproveRoute.js'
import { buildTransactionRoute } from './buildTransactionRoute.js'
import type { ConvertParts } from './ConvertParts.js'
import { quotesRoute } from './quotesRoute.js'

/** Conversions between tokens of one chain. */
export function convertRoutes(parts: ConvertParts): Route[] {
  return [
    tokensRoute(parts),
    quotesRoute(parts),
    allowanceRoute(parts),
    gasPriceRoute(parts),
    buildApproveRoute(parts),
    buildTransactionRoute(parts),
  ]
}

/** The exchange's allowance for a token. */
function allowanceRoute({ exchanges }: ConvertParts): Route {
  return route(getConvertAllowance, async ({ tokenAddress, userAddress, source }, { signal }) => {
    const token = parseToken(tokenAddress, 'tokenAddress')
    const owner = parseEvmAccount(userAddress, 'userAddress')
    if (owner.chain !== token.chain) {
      throw new ApiError(400, 'userAddress', 'The account and the token are on different chains.')
    }
    const allowance = await exchanges.allowance(token, owner.address, { source, signal })
    return { allowance: allowance.toString() }
  })
}

function gasPriceRoute({ nodes, gasPrices }: ConvertParts): Route {
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

/** The native coin and the configured tokens, or the requested one of them. */
function tokensRoute({ nodes, exchanges }: ConvertParts): Route {
  return route(getConvertTokens, async ({ chainId, address }, { publicUrl }) => {
    const { nativeCurrency, tokens } = nodes.settings(chainId)
    if (!exchanges.serves(chainId)) {
      throw new ApiError(400, 'chainId', 'Network not supported for Swaps')
    }
    const requested = address === undefined ? undefined : parseAccountId(address)
    const isRequested = (token: string) =>
      requested?.networkId === chainId && isSameAddress(requested.address, token)
    const isSolana = namespaceOf(chainId) === 'solana'
    const native = isSolana ? solanaNativeAddress : evmNativeAddress
    const all = [{ ...nativeCurrency, address: native }, ...tokens]
    const shown = address === undefined ? all : all.filter((token) => isRequested(token.address))
    return {
      tokens: shown.map((token) => ({
        name: token.name,
        symbol: token.symbol,
        address: toAccountId(chainId, token.address),
        decimals: token.decimals,
        logoUri: tokenIcon(publicUrl, token.symbol),
      })),
    }
  })
}
