import { toAccountId } from '@latchkey/wire/caip'
import { getConvertTokens } from '@latchkey/wire/http/convert'
import { type Route, route } from '../../http/route.js'
import { parseToken } from '../../sources/convert/tokens.js'
import { evmNativeAddress, tokenIcon } from '../../sources/tokens/Token.js'
import type { ConvertParts } from './ConvertParts.js'

/** The native coin and the configured tokens, or the requested one of them. */
export function tokensRoute({ nodes, exchange }: ConvertParts): Route {
  return route(getConvertTokens, async ({ chainId, address }, { publicUrl }) => {
    const { nativeCurrency, tokens } = nodes.settings(chainId)
    exchange.router(chainId)
    const requested = address === undefined ? undefined : parseToken(address, 'address')
    const all = [{ ...nativeCurrency, address: evmNativeAddress }, ...tokens]
    const shown = all.filter(
      (token) =>
        requested === undefined ||
        (requested.chain === chainId &&
          token.address.toLowerCase() === (requested.address ?? evmNativeAddress).toLowerCase()),
    )
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
