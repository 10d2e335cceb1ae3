import { parseAccountId } from '@latchkey/wire/caip'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { type Nodes, withNodeDeadline } from '../../nodes/Nodes.js'
import type { Prices } from '../../sources/price/createPrices.js'
import type { Tokens } from '../../sources/tokens/createTokens.js'
import { type Token, tokenIcon } from '../../sources/tokens/Token.js'

/** One item per token, in the requested order; a price of 0 means unknown. */
export function fungiblePriceRoute(parts: {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly prices: Prices
}): Route {
  const { clock, nodes, tokens, prices } = parts
  return route(getFungiblePrice, async ({ addresses }, { publicUrl }) => {
    const requested = addresses.map((written) => {
      const account = parseAccountId(written)
      if (!account) throw new ApiError(400, 'addresses', 'Not a token id like eip155:1:0xab….')
      nodes.settings(account.networkId)
      const address = tokens.normalise(account.networkId, account.address)
      if (address === undefined) throw new ApiError(400, 'addresses', 'Not a token address.')
      return { written, chain: account.networkId, address }
    })
    const chains = [...new Set(requested.map(({ chain }) => chain))]
    const found = new Map(
      await withNodeDeadline(
        clock,
        Promise.all(
          chains.map(async (chain) => {
            const known = await tokens.find(
              chain,
              requested.filter((token) => token.chain === chain).map(({ address }) => address),
            )
            return [
              chain,
              { known, prices: await pricesOf(prices, chain, [...known.values()]) },
            ] as const
          }),
        ),
      ),
    )
    return {
      fungibles: requested.flatMap(({ written, chain, address }) => {
        const token = found.get(chain)?.known.get(address)
        if (!token) return []
        const price = found.get(chain)?.prices.get(address)
        return [
          {
            address: written,
            name: token.name,
            symbol: token.symbol,
            iconUrl: tokenIcon(publicUrl, token.symbol),
            price: price?.dollars ?? 0,
            ...(price?.isStale && { isPriceStale: true as const }),
            decimals: token.decimals,
          },
        ]
      }),
    }
  })
}

async function pricesOf(
  prices: Prices,
  chain: Parameters<Prices['read']>[0],
  tokens: readonly Token[],
) {
  try {
    return await prices.read(chain, tokens)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError(503, 'price', 'The price source does not respond at the moment.', { cause })
  }
}
